import type { IDataObject } from 'n8n-workflow';
import { codeOf } from '../signal/simplify';
import type { Signal } from '../signal/schema';
import { tirePressuresOf, toPsi } from '../../../shared/tirePressures';

/** What the body of a path is made of. */
export interface VehicleData {
	vehicleId: string;
	/** The signals of the path that could be read. */
	signals: Signal[];
	summary?: { make?: unknown; model?: unknown; year?: unknown };
	/** What the user has granted, if known. */
	permissions?: string[];
	isImperial: boolean;
}

/** How the response to a path of a v2.0 batch is made of the signals that Smartcar has stored for v3. */
export interface StoredPath {
	permission?: string;
	/** The part without which a vehicle has no such data. */
	needs?: 'battery' | 'tank';
	/** Whether the body is made of other data than signals. */
	needsNoSignal?: boolean;
	/** Whether the body needs the signal with this code. */
	isSource: (code: string) => boolean;
	/** The body in the form of v2.0. Undefined if the data for it is missing. */
	toBody: (vehicle: VehicleData) => IDataObject | undefined;
}

const KM_PER_MILE = 1.609344;

const LITERS_PER_GALLON = 3.785411784;

const round = (value: number): number => Number(value.toFixed(2));

/** Returns the body of a signal by its code. */
type ReadSignal = (code: string) => IDataObject | undefined;

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A percentage as a fraction from 0 to 1. */
const toFraction = (value: unknown): number | null => {
	const number = numberOf(value);
	return number === null ? null : Number((number / 100).toFixed(4));
};

/** A distance in kilometers, converted to miles if that is wanted. */
const toDistance = (value: unknown, isImperial: boolean): number | null => {
	const kilometers = numberOf(value);
	return kilometers !== null && isImperial ? round(kilometers / KM_PER_MILE) : kilometers;
};

/** Defines a path by the codes of its signals. */
function signalPath(
	permission: string,
	codes: string[],
	toBody: (read: ReadSignal, vehicle: VehicleData) => IDataObject,
	needs?: StoredPath['needs'],
): StoredPath {
	return {
		permission,
		needs,
		isSource: (code) => codes.includes(code.toLowerCase()),
		toBody(vehicle) {
			const bodies = new Map(
				vehicle.signals.map((signal) => [
					codeOf(signal)?.toLowerCase(),
					signal.attributes.body ?? undefined,
				]),
			);
			return toBody((code) => bodies.get(code), vehicle);
		},
	};
}

const openState = (isOpen: unknown): string => {
	if (typeof isOpen !== 'boolean') return 'UNKNOWN';
	return isOpen ? 'OPEN' : 'CLOSED';
};

/** A list with the status of a part, or an empty list if the vehicle does not have it. */
const partStatus = (
	type: string,
	body: IDataObject | undefined,
	field = 'isOpen',
): IDataObject[] => (body === undefined ? [] : [{ type, status: openState(body[field]) }]);

/** The status of each door or window: row 0 is the front, column 0 the left. */
function placeStatuses(body: IDataObject | undefined): IDataObject[] {
	const values: unknown[] = Array.isArray(body?.values) ? body.values : [];
	return values.flatMap((value) => {
		if (typeof value !== 'object' || value === null) return [];
		const row = Reflect.get(value, 'row') === 0 ? 'front' : 'back';
		const column = Reflect.get(value, 'column') === 0 ? 'Left' : 'Right';
		return [{ type: `${row}${column}`, status: openState(Reflect.get(value, 'isOpen')) }];
	});
}

/** The name of a signal as the ID of a system in v2.0: `EVHVBattery` becomes `SYSTEM_EV_HV_BATTERY`. */
function systemId(name: string): string {
	if (name === 'TirePressureMonitoring') return 'SYSTEM_TPMS';
	const words = name
		.replace(/^EV(?=[A-Z])/, 'EV_')
		.replace(/HV(?=[A-Z])/, 'HV_')
		.replace(/([a-z])(?=[A-Z])/g, '$1_');
	return `SYSTEM_${words.toUpperCase()}`;
}

function systemStatus({ signals }: VehicleData): IDataObject | undefined {
	const systems = signals.flatMap(({ attributes: { name, body } }) =>
		typeof body?.status === 'string'
			? [
					{
						systemId: systemId(name ?? ''),
						status: body.status,
						description: body.description ?? null,
					},
				]
			: [],
	);
	return systems.length > 0 ? { systems } : undefined;
}

const CHARGE = 'charge';

const ENGINE = 'internalcombustionengine';

/** The paths of a v2.0 batch that v3 has signals for. See docs/production.md#moving-from-v20-to-v3. */
export const STORED_PATHS = new Map<string, StoredPath>([
	[
		'/',
		{
			permission: 'read_vehicle_info',
			needsNoSignal: true,
			isSource: () => false,
			toBody: ({ vehicleId, summary }) =>
				summary && {
					id: vehicleId,
					make: summary.make ?? null,
					model: summary.model ?? null,
					year: summary.year ?? null,
				},
		},
	],
	[
		'/permissions',
		{
			needsNoSignal: true,
			isSource: () => false,
			toBody: ({ permissions }) =>
				permissions && { permissions, paging: { count: permissions.length, offset: 0 } },
		},
	],
	[
		'/battery',
		signalPath(
			'read_battery',
			['tractionbattery-stateofcharge', 'tractionbattery-range'],
			(read, { isImperial }) => ({
				percentRemaining: toFraction(read('tractionbattery-stateofcharge')?.value),
				range: toDistance(read('tractionbattery-range')?.value, isImperial),
			}),
			'battery',
		),
	],
	[
		'/battery/capacity',
		signalPath(
			'read_battery',
			['tractionbattery-nominalcapacity'],
			(read) => ({ capacity: numberOf(read('tractionbattery-nominalcapacity')?.capacity) }),
			'battery',
		),
	],
	[
		'/battery/nominal_capacity',
		signalPath(
			'read_battery',
			['tractionbattery-nominalcapacity'],
			(read) => {
				const { availableCapacities, capacity, source } =
					read('tractionbattery-nominalcapacity') ?? {};
				const nominal = numberOf(capacity);
				return {
					availableCapacities: availableCapacities ?? [],
					capacity: nominal === null ? null : { nominal, source: source ?? null },
					url: null,
				};
			},
			'battery',
		),
	],
	[
		'/charge',
		signalPath(
			'read_charge',
			[
				`${CHARGE}-ischarging`,
				`${CHARGE}-ischargingcableconnected`,
				`${CHARGE}-detailedchargingstatus`,
			],
			(read) => {
				const isCharging = read(`${CHARGE}-ischarging`)?.value;
				const state = isCharging === true ? 'CHARGING' : 'NOT_CHARGING';
				return {
					isPluggedIn: read(`${CHARGE}-ischargingcableconnected`)?.value ?? null,
					state:
						read(`${CHARGE}-detailedchargingstatus`)?.value ??
						(typeof isCharging === 'boolean' ? state : null),
				};
			},
			'battery',
		),
	],
	[
		'/charge/limit',
		signalPath(
			'read_charge',
			[`${CHARGE}-chargelimits`],
			(read) => {
				const { activeLimit, values } = read(`${CHARGE}-chargelimits`) ?? {};
				const first: unknown = Array.isArray(values) ? values[0] : undefined;
				const limit: unknown =
					typeof first === 'object' && first !== null ? Reflect.get(first, 'limit') : undefined;
				return { limit: toFraction(activeLimit ?? limit) };
			},
			'battery',
		),
	],
	[
		'/diagnostics/dtcs',
		signalPath('read_diagnostics', ['diagnostics-dtclist'], (read) => ({
			activeCodes: read('diagnostics-dtclist')?.values ?? [],
		})),
	],
	[
		'/diagnostics/system_status',
		{
			permission: 'read_diagnostics',
			isSource: (code) => /^diagnostics-(?!dtc)/i.test(code),
			toBody: systemStatus,
		},
	],
	[
		'/engine/oil',
		signalPath(
			'read_engine_oil',
			[`${ENGINE}-oillife`],
			(read) => ({ lifeRemaining: toFraction(read(`${ENGINE}-oillife`)?.value) }),
			'tank',
		),
	],
	[
		'/fuel',
		signalPath(
			'read_fuel',
			[`${ENGINE}-fuellevel`, `${ENGINE}-amountremaining`, `${ENGINE}-range`],
			(read, { isImperial }) => {
				const liters = numberOf(read(`${ENGINE}-amountremaining`)?.value);
				return {
					amountRemaining:
						isImperial && liters !== null ? round(liters / LITERS_PER_GALLON) : liters,
					percentRemaining: toFraction(read(`${ENGINE}-fuellevel`)?.value),
					range: toDistance(read(`${ENGINE}-range`)?.value, isImperial),
				};
			},
			'tank',
		),
	],
	[
		'/location',
		signalPath('read_location', ['location-preciselocation'], (read) => {
			const { latitude, longitude } = read('location-preciselocation') ?? {};
			return { latitude: numberOf(latitude), longitude: numberOf(longitude) };
		}),
	],
	[
		'/odometer',
		signalPath('read_odometer', ['odometer-traveleddistance'], (read, { isImperial }) => ({
			distance: toDistance(read('odometer-traveleddistance')?.value, isImperial),
		})),
	],
	[
		'/security',
		signalPath(
			'read_security',
			[
				'closure-islocked',
				'closure-doors',
				'closure-windows',
				'closure-sunroof',
				'closure-fronttrunk',
				'closure-reartrunk',
				'charge-ischargingportflapopen',
			],
			(read) => ({
				isLocked: read('closure-islocked')?.value ?? null,
				doors: placeStatuses(read('closure-doors')),
				windows: placeStatuses(read('closure-windows')),
				sunroof: partStatus('sunroof', read('closure-sunroof')),
				storage: [
					...partStatus('front', read('closure-fronttrunk')),
					...partStatus('rear', read('closure-reartrunk')),
				],
				chargingPort: partStatus('chargingPort', read('charge-ischargingportflapopen'), 'value'),
			}),
		),
	],
	[
		'/tires/pressure',
		signalPath('read_tires', ['wheel-tires'], (read, { isImperial }) => {
			const pressures = tirePressuresOf(read('wheel-tires'));
			const { frontLeft, frontRight, backLeft, backRight } = isImperial
				? toPsi(pressures)
				: pressures;
			return { backLeft, backRight, frontLeft, frontRight };
		}),
	],
	[
		'/vin',
		signalPath('read_vin', ['vehicleidentification-vin'], (read) => ({
			vin: read('vehicleidentification-vin')?.value ?? null,
		})),
	],
]);
