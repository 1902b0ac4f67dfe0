import { isSignalCode } from '../shared/signalCode';
import type { TriggerParameters } from './parameters';
import { filterLabel } from './properties/labels';

type Filters = TriggerParameters['filters'];

/** The filters that are lists. Not *Makes*, since any text can be a make. */
type ListFilter = Exclude<keyof Filters, 'firstDeliveries' | 'makes' | 'signalMatch'>;

interface EntryFormat {
	filter: ListFilter;
	/** The field for entries that the list does not have. Its entries are among those of the filter. */
	otherField?: 'otherErrorCodes' | 'otherSignalCodes';
	/** Gets the entry in lower case. */
	isPossible: (entry: string) => boolean;
	/** What an entry must be. */
	expected: string;
}

const isIdentifier = (entry: string) => /^[\w.:-]+$/.test(entry);

/** What entries of the filters look like. Smartcar may add types and codes. */
const ENTRY_FORMATS: EntryFormat[] = [
	{
		filter: 'signalCodes',
		otherField: 'otherSignalCodes',
		isPossible: isSignalCode,
		expected: 'the code of a signal, such as wheel-tires',
	},
	{ filter: 'errorTypes', isPossible: isIdentifier, expected: 'a type' },
	{
		filter: 'errorCodes',
		otherField: 'otherErrorCodes',
		isPossible: isIdentifier,
		expected: 'a code',
	},
	{
		filter: 'errorStates',
		isPossible: (entry) => ['error', 'resolved'].includes(entry),
		expected: 'ERROR or RESOLVED',
	},
	{ filter: 'vehicleIds', isPossible: isIdentifier, expected: 'an ID' },
	{
		filter: 'vehicleModes',
		isPossible: (entry) => ['live', 'simulated', 'test'].includes(entry),
		expected: 'live, simulated or test',
	},
	{
		filter: 'modes',
		isPossible: (entry) => ['live', 'test'].includes(entry),
		expected: 'LIVE or TEST',
	},
	{ filter: 'webhookIds', isPossible: isIdentifier, expected: 'an ID' },
];

/**
 * Finds a filter with an entry that no event can match, so that the workflow would not get the
 * events that the user expects.
 * @returns a sentence that names the filter and the entry
 */
export function implausibleFilter(filters: Filters): string | undefined {
	for (const { filter, otherField, isPossible, expected } of ENTRY_FORMATS) {
		const wrong = filters[filter].find((entry) => !isPossible(entry));
		if (wrong === undefined) continue;
		const fields = [filter, ...(otherField ? [otherField] : [])].map(filterLabel).join(' or ');
		return `Each entry of the filter ${fields} must be ${expected}, not ${JSON.stringify(wrong)}`;
	}
	return undefined;
}
