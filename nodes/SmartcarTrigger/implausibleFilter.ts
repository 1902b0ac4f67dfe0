import type { TriggerParameters } from './parameters';

type Filters = TriggerParameters['filters'];

type ListFilter = Exclude<keyof Filters, 'firstDeliveries' | 'makes' | 'signalMatch'>;

interface Form {
	filter: ListFilter;
	/** As the form names the filter. */
	label: string;
	/** Filters are read in lower case. */
	isPossible: (entry: string) => boolean;
	/** What an entry must be. */
	expected: string;
}

const isCode = (entry: string) => /^[\w.:-]+$/.test(entry);

/** What the entries of the filters look like. Smartcar may add types, codes and makes. */
const FORMS: Form[] = [
	{
		filter: 'signalCodes',
		label: 'Signals',
		isPossible: (entry) => /^[\w.]+(-[\w.]+)+$/.test(entry),
		expected: 'the code of a signal, such as wheel-tires',
	},
	{ filter: 'errorTypes', label: 'Error Types', isPossible: isCode, expected: 'a type' },
	{ filter: 'errorCodes', label: 'Error Codes', isPossible: isCode, expected: 'a code' },
	{
		filter: 'errorStates',
		label: 'Error States',
		isPossible: (entry) => ['error', 'resolved'].includes(entry),
		expected: 'ERROR or RESOLVED',
	},
	{ filter: 'vehicleIds', label: 'Vehicle IDs', isPossible: isCode, expected: 'an ID' },
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
	{ filter: 'webhookIds', label: 'Webhook IDs', isPossible: isCode, expected: 'an ID' },
];

/**
 * Finds a filter with an entry that no event can match, so that the workflow would not get the
 * events that the user expects. As with conditions, such a workflow is not published, and one that
 * is published already goes on.
 * @returns the filter with what is wrong
 */
export function implausibleFilter(filters: Filters): string | undefined {
	for (const { filter, label, isPossible, expected } of FORMS) {
		const wrong = filters[filter].find((entry) => !isPossible(entry));
		if (wrong !== undefined)
			return `Each entry of the filter ${label} must be ${expected}, not ${JSON.stringify(wrong)}`;
	}
	return undefined;
}
