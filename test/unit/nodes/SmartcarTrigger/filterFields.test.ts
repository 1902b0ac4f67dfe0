import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { SmartcarTrigger } from '../../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { filters } from '../../../../nodes/SmartcarTrigger/properties/filters';
import { testTrigger } from '../testNode';

const { description } = new SmartcarTrigger();

/** The filters that the editor shows for these events once some filters have values. */
function filtersShown(events: string[], chosen: INodeParameters = {}): string[] {
	const values = { parameters: { events, filters: chosen } };
	const path = 'parameters.filters';
	return (filters.options ?? [])
		.flatMap((option) => ('type' in option ? [option] : []))
		.filter((option) =>
			NodeHelpers.displayParameterPath(values, option, path, testTrigger(), description),
		)
		.map(({ displayName }) => displayName);
}

const SIGNAL_FILTERS = ['Signals', 'Signal Match', 'First Deliveries'];
const ERROR_FILTERS = ['Error Types', 'Error Codes', 'Error States'];
const EVENT_FILTERS = ['Vehicle IDs', 'Makes', 'Vehicle Modes', 'Event Modes', 'Webhook IDs'];

test.each([
	[['VEHICLE_STATE'], [...SIGNAL_FILTERS, ...EVENT_FILTERS]],
	[['CONDITION_MET'], [...SIGNAL_FILTERS, ...EVENT_FILTERS]],
	[['VEHICLE_ERROR'], [...ERROR_FILTERS, ...EVENT_FILTERS]],
	[['OTHER'], EVENT_FILTERS],
	[
		['CONDITION_MET', 'VEHICLE_ERROR'],
		[...SIGNAL_FILTERS, ...ERROR_FILTERS, ...EVENT_FILTERS],
	],
])('the form has the filters for the chosen events: %j', (events, names) => {
	expect(filtersShown(events)).toEqual(names);
});

test.each([
	['Other Signals', { signalCodes: ['wheel-tires', 'other'] }, 'VEHICLE_STATE', 'VEHICLE_ERROR'],
	['Other Error Codes', { errorCodes: ['other'] }, 'VEHICLE_ERROR', 'VEHICLE_STATE'],
])(
	'%s is shown with Other in the list, while its event is chosen',
	(name, chosen, event, another) => {
		expect(filtersShown([event], chosen)).toContain(name);
		expect(filtersShown([event])).not.toContain(name);
		expect(filtersShown([another], chosen)).not.toContain(name);
	},
);
