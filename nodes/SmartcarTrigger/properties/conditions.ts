import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { SIGNAL_OPTIONS } from '../../shared/signalNames';
import { metricUnit, UNITS, unitsOf, type Quantity } from '../../shared/units';
import { PLACES, WHEN, WHEN_BY_KIND, type When } from '../conditions/condition';
import {
	CONDITION_SIGNALS,
	type ConditionSignal,
	type SignalKind,
} from '../conditions/conditionSignals';

/** The value of *Signal* for a signal whose code the user enters. */
const OTHER = 'other';

/** The values of the parameter *Signal* for signals of these kinds. */
const signalsOfKind = (...kinds: SignalKind[]): string[] => [
	...CONDITION_SIGNALS.filter(({ kind }) => kinds.includes(kind)).map(({ code }) => code),
	...(kinds.includes('any') ? [OTHER] : []),
];

const signalsWithQuantity = (quantity: Quantity): string[] =>
	CONDITION_SIGNALS.filter((signal) => signal.quantity === quantity).map(({ code }) => code);

const WHEN_DESCRIPTIONS: Record<When, string> = {
	below: 'The number falls below a limit',
	above: 'The number rises above a limit',
	becomes: 'The value becomes equal to Value. A number that jumps past it does not count.',
	changes: 'The value differs from the previous one',
	enters: 'The vehicle enters the area within Radius of a point',
	leaves: 'The vehicle leaves the area within Radius of a point',
	every: 'The number passes a multiple of Value, such as every 10,000 km',
};

const whenOptions = (kind: SignalKind): INodePropertyOptions[] =>
	WHEN_BY_KIND[kind].map((value) => ({
		name: WHEN[value],
		value,
		description: WHEN_DESCRIPTIONS[value],
	}));

/**
 * The field *When* for signals of one kind, or of several kinds with the same options. As few
 * fields as possible, because n8n checks for each condition and request which of them are shown.
 */
const whenField = (
	defaultValue: When,
	kind: SignalKind,
	...similarKinds: SignalKind[]
): INodeProperties => ({
	displayName: 'When',
	name: 'when',
	type: 'options',
	noDataExpression: true,
	options: whenOptions(kind),
	default: defaultValue,
	description: 'What has to happen for the workflow to start',
	displayOptions: { show: { signal: signalsOfKind(kind, ...similarKinds) } },
});

/** The quantities that signals have. That of tires is the last one: see `conditionFields`. */
const QUANTITIES = [...new Set(UNITS.map(({ quantity }) => quantity))]
	.filter((quantity) => signalsWithQuantity(quantity).length > 0)
	.sort((first, second) => Number(first === 'pressure') - Number(second === 'pressure'));

const unitField = (quantity: Quantity, defaultValue: string): INodeProperties => ({
	displayName: 'Unit',
	name: 'unit',
	type: 'options',
	options: unitsOf(quantity).map(({ name }) => ({ name, value: name })),
	default: defaultValue,
	description:
		'The unit of Value. Data from the vehicle is converted to this unit. If you change the unit, change Value as well.',
	displayOptions: {
		show: { signal: signalsWithQuantity(quantity), when: ['below', 'above', 'becomes', 'every'] },
	},
});

/** The field *Value* for signals that are true or false, which can mean open or closed. */
const booleanValueField = (
	signals: ConditionSignal[],
	options: INodePropertyOptions[],
	description: string,
): INodeProperties => ({
	displayName: 'Value',
	name: 'value',
	type: 'options',
	options,
	default: 'true',
	description,
	displayOptions: { show: { when: ['becomes'], signal: signals.map(({ code }) => code) } },
});

const BOOLEAN_SIGNALS = CONDITION_SIGNALS.filter(
	({ kind }) => kind === 'boolean' || kind === 'grid',
);

const WHEN_LIMIT = ['below', 'above'];
const WHEN_AREA = ['enters', 'leaves'];

const signalOptions: INodePropertyOptions[] = [
	...SIGNAL_OPTIONS,
	{
		name: 'Other Signal',
		value: OTHER,
		description: 'A signal that is not in this list. Enter its code.',
	},
];

/**
 * Of the fields with the same name, that of tires comes last: n8n gives a new row the default of
 * the last one, and the first signal is tire pressure. See docs/contributing/n8n-facts.md#editor.
 */
const conditionFields: INodeProperties[] = [
	{
		displayName: 'Signal',
		name: 'signal',
		type: 'options',
		noDataExpression: true,
		options: signalOptions,
		default: 'wheel-tires',
		description:
			'Which value of the vehicle to watch. The webhook has to send this signal: in the Smartcar dashboard, select it for the webhook both as a trigger and as data.',
	},
	{
		displayName: 'Signal Code',
		name: 'otherSignal',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. tractionbattery-ratedrange',
		displayOptions: { show: { signal: [OTHER] } },
	},
	{
		displayName: 'Field',
		name: 'field',
		type: 'string',
		default: 'value',
		description:
			'The field of the signal that holds the value. Separate the parts of a path with dots.',
		displayOptions: { show: { signal: [OTHER] } },
	},
	whenField('below', 'number'),
	whenField('below', 'counter', 'any'),
	whenField('becomes', 'boolean', 'grid', 'text'),
	whenField('leaves', 'location'),
	whenField('changes', 'list'),
	whenField('below', 'tires'),
	{
		displayName: 'Value',
		name: 'value',
		type: 'number',
		default: 0,
		required: true,
		description:
			'The limit, or the interval for Every. For Other Signal, enter it in the unit that Smartcar sends, or in the metric unit if Signal lists the code, too.',
		displayOptions: {
			show: { when: [...WHEN_LIMIT, 'every'], signal: signalsOfKind('number', 'counter', 'any') },
		},
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'number',
		default: 0,
		required: true,
		displayOptions: { show: { when: ['becomes'], signal: signalsOfKind('number', 'counter') } },
	},
	booleanValueField(
		BOOLEAN_SIGNALS.filter(({ trueMeansOpen }) => !trueMeansOpen),
		[
			{ name: 'True', value: 'true' },
			{ name: 'False', value: 'false' },
		],
		'The value that starts the workflow',
	),
	booleanValueField(
		BOOLEAN_SIGNALS.filter(({ trueMeansOpen }) => trueMeansOpen),
		[
			{ name: 'Closed', value: 'false' },
			{ name: 'Open', value: 'true' },
		],
		'The state that starts the workflow: open (true) or closed (false)',
	),
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. FULLY_CHARGED',
		description:
			'The text to compare with, such as FULLY_CHARGED, ALERT or PARK. The Signal list shows the usual values of each signal in its description. Case does not matter, and a space is the same as an underscore: Fully charged is the same as FULLY_CHARGED.',
		displayOptions: { show: { when: ['becomes'], signal: signalsOfKind('text', 'any') } },
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'number',
		default: 200,
		required: true,
		description: 'The limit',
		displayOptions: { show: { when: WHEN_LIMIT, signal: signalsOfKind('tires') } },
	},
	...QUANTITIES.map((quantity) => unitField(quantity, metricUnit(quantity).name)),
	{
		displayName: 'Latitude',
		name: 'latitude',
		type: 'number',
		typeOptions: { numberPrecision: 6 },
		default: 0,
		required: true,
		placeholder: 'e.g. 50.0875',
		description: 'The center of the area, in decimal degrees. Negative south of the equator.',
		displayOptions: { show: { when: WHEN_AREA } },
	},
	{
		displayName: 'Longitude',
		name: 'longitude',
		type: 'number',
		typeOptions: { numberPrecision: 6 },
		default: 0,
		required: true,
		placeholder: 'e.g. 14.4213',
		description: 'The center of the area, in decimal degrees. Negative west of Greenwich.',
		displayOptions: { show: { when: WHEN_AREA } },
	},
	{
		displayName: 'Radius (Meters)',
		name: 'radius',
		type: 'number',
		default: 500,
		required: true,
		displayOptions: { show: { when: WHEN_AREA } },
	},
	{
		displayName: 'Reset At',
		name: 'resetAt',
		type: 'string',
		default: '',
		placeholder: 'Value or Radius',
		description:
			'The value that must be reached after an alert before the condition can start the workflow again. Use the unit of Value. With Falls Below, enter at least Value. With Rises Above, enter at most Value. For an area, enter a distance from the center in meters: at least Radius with Enters Area, at most Radius with Leaves Area. If you leave it empty, Value or Radius is used, and a value that hovers around it starts the workflow again and again.',
		displayOptions: { show: { when: [...WHEN_LIMIT, ...WHEN_AREA] } },
	},
	{
		displayName: 'Place',
		name: 'place',
		type: 'options',
		options: Object.entries(PLACES).map(([value, name]) => ({ name, value })),
		default: 'any',
		description:
			'Which tire, door or window. With Any, each of them is checked separately. For a vehicle with three rows, choose Any.',
		displayOptions: { show: { signal: signalsOfKind('tires', 'grid') } },
	},
];

export const conditions: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add condition',
	default: {},
	description:
		'Each condition starts the workflow once when it is met, and again only after the value has recovered. With Changes and Every, it starts the workflow each time. Each vehicle is checked separately. If Vehicle State is selected as well, every Vehicle State event starts the workflow, whether or not a condition is met.',
	// With a slash, since n8n's editor otherwise empties a collection whenever the parameter that
	// shows it is changed: all conditions would be gone after choosing Vehicle Error as well.
	displayOptions: { show: { '/events': ['CONDITION_MET'] } },
	options: [{ displayName: 'Condition', name: 'values', values: conditionFields }],
};
