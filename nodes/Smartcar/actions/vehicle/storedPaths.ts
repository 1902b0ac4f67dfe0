import type { IDataObject } from 'n8n-workflow';
import { codeOf } from '../signal/simplify';
import type { Signal } from '../signal/schema';
import { tirePressuresOf, toPsi } from '../../../shared/tirePressures';

/** What the bodies of the paths are made of. */
export interface VehicleData {
	vehicleId: string;
	/** The signals of the path that could be read. */
	signals: Signal[];
	summary?: { make?: unknown; model?: unknown; year?: unknown };
	/** What the user has granted, if known. */
	permissions?: string[];
	isImperial: boolean;
}

/** A path of a v2.0 batch, read from signals of v3. */
export interface StoredPath {
	permission?: string;
	/** What a vehicle needs to have the data. */
	needs?: 'battery' | 'tank';
	/** Whether the body is made without a signal. */
	needsNoSignal?: boolean;
	/** Whether the signal with this code is a part of the body. */
	isSource: (code: string) => boolean;
	/** The body that v2.0 has. Undefined if there is nothing to make it of. */
	toBody: (vehicle: VehicleData) => IDataObject | undefined;
}

const KM_PER_MILE = 1.609344;

const LITERS_PER_GALLON = 3.785411784;

const round = (value: number): number => Number(value.toFixed(2));

type ReadSignal = (code: string) => IDataObject | undefined;

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A percentage as a fraction from 0 to 1. */
const fraction = (value: unknown): number | null => {
	const number = numberOf(value);
	return number === null ? null : Number((number / 100).toFixed(4));
};

const distance = (value: unknown, isImperial: boolean): number | null => {
	const kilometers = numberOf(value);
	return kilometers !== null && isImperial ? round(kilometers / KM_PER_MILE) : kilometers;
};

function path(
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

/** One entry if the vehicle has the part, as in v2.0. */
const part = (type: string, body: IDataObject | undefined, field = 'isOpen'): IDataObject[] =>
	body === undefined ? [] : [{ type, status: openState(body[field]) }];

/** Doors or windows by their place: row 0 is the front, column 0 the left. */
function places(body: IDataObject | undefined): IDataObject[] {
	const values: unknown[] = Array.isArray(body?.values) ? body.values : [];
	return values.flatMap((value) => {
		if (typeof value !== 'object' || value === null) return [];
		const row = Reflect.get(value, 'row') === 0 ? 'front' : 'back';
		const column = Reflect.get(value, 'column') === 0 ? 'Left' : 'Right';
		return [{ type: `${row}${column}`, status: openState(Reflect.get(value, 'isOpen')) }];
	});
}

/** The system of a signal as v2.0 names it: `EVHVBattery` is `SYSTEM_EV_HV_BATTERY`. */
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
		path(
			'read_battery',
			['tractionbattery-stateofcharge', 'tractionbattery-range'],
			(read, { isImperial }) => ({
				percentRemaining: fraction(read('tractionbattery-stateofcharge')?.value),
				range: distance(read('tractionbattery-range')?.value, isImperial),
			}),
			'battery',
		),
	],
	[
		'/battery/capacity',
		path(
			'read_battery',
			['tractionbattery-nominalcapacity'],
			(read) => ({ capacity: numberOf(read('tractionbattery-nominalcapacity')?.capacity) }),
			'battery',
		),
	],
	[
		'/battery/nominal_capacity',
		path(
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
		path(
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
		path(
			'read_charge',
			[`${CHARGE}-chargelimits`],
			(read) => {
				const { activeLimit, values } = read(`${CHARGE}-chargelimits`) ?? {};
				const first: unknown = Array.isArray(values) ? values[0] : undefined;
				const limit: unknown =
					typeof first === 'object' && first !== null ? Reflect.get(first, 'limit') : undefined;
				return { limit: fraction(activeLimit ?? limit) };
			},
			'battery',
		),
	],
	[
		'/diagnostics/dtcs',
		path('read_diagnostics', ['diagnostics-dtclist'], (read) => ({
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
		path(
			'read_engine_oil',
			[`${ENGINE}-oillife`],
			(read) => ({ lifeRemaining: fraction(read(`${ENGINE}-oillife`)?.value) }),
			'tank',
		),
	],
	[
		'/fuel',
		path(
			'read_fuel',
			[`${ENGINE}-fuellevel`, `${ENGINE}-amountremaining`, `${ENGINE}-range`],
			(read, { isImperial }) => {
				const liters = numberOf(read(`${ENGINE}-amountremaining`)?.value);
				return {
					amountRemaining:
						isImperial && liters !== null ? round(liters / LITERS_PER_GALLON) : liters,
					percentRemaining: fraction(read(`${ENGINE}-fuellevel`)?.value),
					range: distance(read(`${ENGINE}-range`)?.value, isImperial),
				};
			},
			'tank',
		),
	],
	[
		'/location',
		path('read_location', ['location-preciselocation'], (read) => {
			const { latitude, longitude } = read('location-preciselocation') ?? {};
			return { latitude: numberOf(latitude), longitude: numberOf(longitude) };
		}),
	],
	[
		'/odometer',
		path('read_odometer', ['odometer-traveleddistance'], (read, { isImperial }) => ({
			distance: distance(read('odometer-traveleddistance')?.value, isImperial),
		})),
	],
	[
		'/security',
		path(
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
				doors: places(read('closure-doors')),
				windows: places(read('closure-windows')),
				sunroof: part('sunroof', read('closure-sunroof')),
				storage: [
					...part('front', read('closure-fronttrunk')),
					...part('rear', read('closure-reartrunk')),
				],
				chargingPort: part('chargingPort', read('charge-ischargingportflapopen'), 'value'),
			}),
		),
	],
	[
		'/tires/pressure',
		path('read_tires', ['wheel-tires'], (read, { isImperial }) => {
			const pressures = tirePressuresOf(read('wheel-tires'));
			const { frontLeft, frontRight, backLeft, backRight } = isImperial
				? toPsi(pressures)
				: pressures;
			return { backLeft, backRight, frontLeft, frontRight };
		}),
	],
	[
		'/vin',
		path('read_vin', ['vehicleidentification-vin'], (read) => ({
			vin: read('vehicleidentification-vin')?.value ?? null,
		})),
	],
]);
