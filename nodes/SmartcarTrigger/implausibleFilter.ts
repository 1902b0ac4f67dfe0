import { isSignalCode } from '../shared/signalCode';
import type { TriggerParameters } from './parameters';

type Filters = TriggerParameters['filters'];

/** The filters that are lists. Not *Makes*, since any text can be a make. */
type ListFilter = Exclude<keyof Filters, 'firstDeliveries' | 'makes' | 'signalMatch'>;

interface EntryFormat {
	filter: ListFilter;
	/** The filter's name in the editor. */
	label: string;
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
		label: 'Signals',
		isPossible: isSignalCode,
		expected: 'the code of a signal, such as wheel-tires',
	},
	{ filter: 'errorTypes', label: 'Error Types', isPossible: isIdentifier, expected: 'a type' },
	{ filter: 'errorCodes', label: 'Error Codes', isPossible: isIdentifier, expected: 'a code' },
	{
		filter: 'errorStates',
		label: 'Error States',
		isPossible: (entry) => ['error', 'resolved'].includes(entry),
		expected: 'ERROR or RESOLVED',
	},
	{ filter: 'vehicleIds', label: 'Vehicle IDs', isPossible: isIdentifier, expected: 'an ID' },
	{
		filter: 'vehicleModes',
		label: 'Vehicle Modes',
		isPossible: (entry) => ['live', 'simulated', 'test'].includes(entry),
		expected: 'live, simulated or test',
	},
	{
		filter: 'modes',
		label: 'Event Modes',
		isPossible: (entry) => ['live', 'test'].includes(entry),
		expected: 'LIVE or TEST',
	},
	{ filter: 'webhookIds', label: 'Webhook IDs', isPossible: isIdentifier, expected: 'an ID' },
];

/**
 * Finds a filter with an entry that no event can match, so that the workflow would not get the
 * events that the user expects.
 * @returns a sentence that names the filter and the entry
 */
export function implausibleFilter(filters: Filters): string | undefined {
	for (const { filter, label, isPossible, expected } of ENTRY_FORMATS) {
		const wrong = filters[filter].find((entry) => !isPossible(entry));
		if (wrong !== undefined)
			return `Each entry of the filter ${label} must be ${expected}, not ${JSON.stringify(wrong)}`;
	}
	return undefined;
}
