import type { IDataObject } from 'n8n-workflow';
import { currentLimitIn } from '../../shared/chargeLimit';
import { KNOWN_SIGNALS } from '../../shared/knownSignals';
import type { Quantity } from '../../shared/units';

/**
 * The type of a signal's value. `grid` is one boolean for each door or window, `tires` one pressure
 * for each tire, `list` a list that is compared as a whole, and `any` a value whose type is not known
 * beforehand.
 */
export type SignalKind =
	| 'number'
	/** A number that only grows. */
	| 'counter'
	| 'boolean'
	| 'text'
	| 'tires'
	| 'grid'
	| 'location'
	| 'list'
	| 'any';

export interface ConditionSignal {
	code: string;
	kind: SignalKind;
	/** What a number measures. Undefined for a number without a unit. */
	quantity?: Quantity;
	/** Where the value is in the body. The parts of a path are separated by dots. */
	field: string;
	/** Reads the value, if it is not always in `field`. */
	read?: (body: IDataObject) => unknown;
	/** What the value belongs to in a message, such as `tire`. */
	noun?: string;
	/** What a message says about the noun, or else about the vehicle, for true and for false. */
	phrases?: { yes: string; no: string };
	/** Whether true means open, and false closed. */
	trueMeansOpen?: boolean;
}

type Details = Omit<ConditionSignal, 'code' | 'field'> & { field?: string };

const number = (quantity?: Quantity, field?: string): Details => ({
	kind: 'number',
	quantity,
	field,
});

/** Events of version 3.0 have `percentage` instead of `value`. */
const percentage = (): Details => ({
	...number('percent'),
	read: (body) => (body.value === undefined ? body.percentage : body.value),
});

const counter = (quantity?: Quantity): Details => ({ kind: 'counter', quantity });

const boolean = (yes: string, no: string): Details => ({ kind: 'boolean', phrases: { yes, no } });

const openBoolean = (noun: string): Details => ({
	kind: 'boolean',
	field: 'isOpen',
	noun,
	phrases: { yes: 'is open', no: 'is closed' },
	trueMeansOpen: true,
});

const openGrid = (noun: string): Details => ({ ...openBoolean(noun), kind: 'grid' });

/** Doors have a second value. */
const LOCK_GRID: Details = {
	kind: 'grid',
	noun: 'door',
	phrases: { yes: 'is locked', no: 'is unlocked' },
};

/** The signals that `detailsOf` does not derive from their codes. */
const DETAILS: Record<string, Details> = {
	'charge-amperage': number('current'),
	'charge-amperagemax': number('current'),
	'charge-amperagerequested': number('current'),
	'charge-chargelimits': { ...number('percent', 'activeLimit'), read: currentLimitIn },
	'charge-chargerate': number('speed'),
	'charge-chargerphases': number(),
	'charge-energyadded': number('energy'),
	'charge-ischarging': boolean('is charging', 'is not charging'),
	'charge-ischargingcableconnected': boolean('is plugged in', 'is not plugged in'),
	'charge-ischargingcablelatched': boolean('has its cable latched', 'has its cable unlatched'),
	'charge-ischargingportflapopen': {
		...boolean('has its charge port open', 'has its charge port closed'),
		trueMeansOpen: true,
	},
	'charge-isfastchargerpresent': boolean('is at a fast charger', 'is not at a fast charger'),
	'charge-timetocomplete': number('duration'),
	'charge-voltage': number('voltage'),
	'charge-wattage': number('power'),
	'climate-externaltemperature': number('temperature'),
	'climate-internaltemperature': number('temperature'),
	'closure-doors': openGrid('door'),
	'closure-enginecover': openBoolean('engine cover'),
	'closure-fronttrunk': openBoolean('front trunk'),
	'closure-islocked': boolean('is locked', 'is unlocked'),
	'closure-reartrunk': openBoolean('rear trunk'),
	'closure-sunroof': openBoolean('sunroof'),
	'closure-tailgate': openBoolean('tailgate'),
	'closure-windows': openGrid('window'),
	'connectivitystatus-isasleep': boolean('is asleep', 'is awake'),
	'connectivitystatus-isdigitalkeypaired': boolean('has a digital key', 'has no digital key'),
	'connectivitystatus-isonline': boolean('is online', 'is offline'),
	'diagnostics-dtccount': number(),
	'hvac-cabintargettemperature': number('temperature'),
	'hvac-iscabinhvacactive': boolean('has its climate control on', 'has its climate control off'),
	'hvac-isfrontdefrosteractive': boolean(
		'has its front defroster on',
		'has its front defroster off',
	),
	'hvac-isreardefrosteractive': boolean('has its rear defroster on', 'has its rear defroster off'),
	'hvac-issteeringheateractive': boolean(
		'has its steering heater on',
		'has its steering heater off',
	),
	'internalcombustionengine-amountremaining': number('volume'),
	'internalcombustionengine-fuellevel': percentage(),
	'internalcombustionengine-oillife': percentage(),
	'internalcombustionengine-range': number('distance'),
	'location-isathome': boolean('is at home', 'is not at home'),
	'location-preciselocation': { kind: 'location' },
	'lowvoltagebattery-stateofcharge': percentage(),
	'motion-currentspeed': number('speed'),
	'odometer-traveleddistance': counter('distance'),
	'service-isinservice': boolean('is in service', 'is not in service'),
	'surveillance-isenabled': boolean('has its surveillance on', 'has its surveillance off'),
	'tractionbattery-isheateractive': boolean(
		'has its battery heater on',
		'has its battery heater off',
	),
	'tractionbattery-maxrangechargecounter': counter(),
	'tractionbattery-nominalcapacity': number('energy', 'capacity'),
	'tractionbattery-range': number('distance'),
	'tractionbattery-stateofcharge': percentage(),
	'transmission-drivemode': { kind: 'text', field: 'canonical' },
	'wheel-tires': { kind: 'tires', quantity: 'pressure', field: 'tirePressure', noun: 'tire' },
};

/** Signals whose values are lists, which can only be compared as a whole. */
const LISTS = new Set([
	'charge-chargerecords',
	'charge-chargetimers',
	'diagnostics-dtclist',
	'service-records',
	'vehicleidentification-packages',
	'vehicleuseraccount-permissions',
]);

function detailsOf(code: string): Details {
	const known = DETAILS[code];
	if (known !== undefined) return known;
	if (LISTS.has(code)) return { kind: 'list', field: 'values' };
	return code.startsWith('diagnostics-') ? { kind: 'text', field: 'status' } : { kind: 'text' };
}

function toConditionSignal(code: string): ConditionSignal {
	const details = detailsOf(code);
	return { ...details, code, field: details.field ?? 'value' };
}

/** All documented signals. */
export const CONDITION_SIGNALS: readonly ConditionSignal[] = KNOWN_SIGNALS.map(({ code }) =>
	toConditionSignal(code),
);

const signalsByCode = new Map(CONDITION_SIGNALS.map((signal) => [signal.code, signal]));

/** A documented signal, or one that Smartcar may have added. */
export const conditionSignal = (code: string, field?: string): ConditionSignal => {
	const known = signalsByCode.get(code);
	if (known !== undefined && (field === undefined || field === known.field)) return known;
	if (code === 'closure-doors' && field === 'isLocked') return { code, field, ...LOCK_GRID };
	return { code, kind: 'any', field: field ?? 'value' };
};
