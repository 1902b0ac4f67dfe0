import type { IDataObject } from 'n8n-workflow';
import { codeOf, hasCode } from '../signal/simplify';
import type { Signal } from '../signal/schema';
import { KNOWN_SIGNALS } from '../../../shared/knownSignals';
import { tirePressuresOf } from '../../../shared/tirePressures';
import {
	chargeLimitOf,
	partStatuses,
	placeStatuses,
	toDistance,
	toFraction,
	numberOrNull,
	toSystemId,
	toVolume,
} from './v2Values';

/** What was read about a vehicle from v3, as the body of a path needs it. */
export interface VehicleData {
	vehicleId: string;
	/** Only the readable ones that the path uses. There can be several with the same code. */
	signals: Signal[];
	/** The codes of signals that the vehicle does not support, in lower case. */
	unsupportedCodes: string[];
	/** The codes of signals that failed although the vehicle supports them, in lower case. */
	failedCodes: string[];
	summary?: Pick<IDataObject, 'make' | 'model' | 'year'>;
	/** What the user has granted, if known. */
	permissions?: string[];
	isImperial: boolean;
}

/** How a path of a v2.0 batch is read from v3. */
interface V3BatchPath {
	/** The permission that a user of the vehicle must have granted. */
	permission?: string;
	/** The part without which a vehicle has no such data. */
	requiredPart?: 'battery' | 'combustionEngine';
	/** Whether the body uses the signal with this code. Undefined if the body uses no signals. */
	usesSignal?: (code: string) => boolean;
	/** Returns the body in the form of v2.0. Undefined if the data for it is missing. */
	toBody: (vehicle: VehicleData) => IDataObject | undefined;
}

/** Returns the body of the signal with this code, which is in lower case, if it could be read. */
type ReadSignal = (code: string) => IDataObject | undefined;

/** Defines a path whose body comes from the signals with these codes. */
function signalPath(
	permission: string,
	codes: string[],
	toBody: (read: ReadSignal, vehicle: VehicleData) => IDataObject,
	requiredPart?: V3BatchPath['requiredPart'],
): V3BatchPath {
	return {
		permission,
		requiredPart,
		usesSignal: (code) => codes.includes(code.toLowerCase()),
		toBody(vehicle) {
			const signalOf = (code: string) => vehicle.signals.find((signal) => hasCode(signal, code));
			return toBody((code) => signalOf(code)?.attributes.body ?? undefined, vehicle);
		},
	};
}

/**
 * Returns a function that lists the parts in the signal with a code, such as the doors, with their
 * statuses. The list is empty if the vehicle does not support the signal, and null if the signal is
 * missing for another reason.
 */
const createPartLister =
	(read: ReadSignal, { unsupportedCodes }: VehicleData) =>
	(code: string, toStatuses: (body: IDataObject) => IDataObject[] | null): IDataObject[] | null => {
		const body = read(code);
		if (body !== undefined) return toStatuses(body);
		return unsupportedCodes.includes(code) ? [] : null;
	};

/**
 * Returns a function that chooses the signal for a storage of v2.0: that of the trunk, or that of
 * the part which a vehicle has in its place, if nothing is known about a trunk.
 */
const createStorageChooser =
	(read: ReadSignal, { failedCodes }: VehicleData) =>
	(trunk: string, substitute: string): string => {
		const hasTrunk = failedCodes.includes(trunk) || typeof read(trunk)?.isOpen === 'boolean';
		const hasSubstitute = failedCodes.includes(substitute) || read(substitute) !== undefined;
		return !hasTrunk && hasSubstitute ? substitute : trunk;
	};

function systemStatus({ signals }: VehicleData): IDataObject | undefined {
	const systems = signals.flatMap((signal) => {
		const { name, body } = signal.attributes;
		if (typeof body?.status !== 'string') return [];
		const code = codeOf(signal)?.toLowerCase() ?? '';
		const known = KNOWN_SIGNALS.find((one) => one.code === code);
		// The name that Smartcar sends can be missing or wrong.
		const systemId = toSystemId(known?.name ?? name ?? code.replace('diagnostics-', ''));
		return [{ systemId, status: body.status, description: body.description ?? null }];
	});
	return systems.length > 0 ? { systems } : undefined;
}

/**
 * The paths of a v2.0 batch that can be read from v3. See docs/production.md#moving-from-v20-to-v3.
 */
export const V3_BATCH_PATHS = new Map<string, V3BatchPath>([
	[
		'/',
		{
			permission: 'read_vehicle_info',
			toBody: ({ vehicleId, summary }) =>
				summary && {
					id: vehicleId,
					make: summary.make,
					model: summary.model,
					year: summary.year,
				},
		},
	],
	[
		'/permissions',
		{
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
				percentRemaining: toFraction(read('tractionbattery-stateofcharge')),
				range: toDistance(read('tractionbattery-range'), isImperial),
			}),
			'battery',
		),
	],
	[
		'/battery/capacity',
		signalPath(
			'read_battery',
			['tractionbattery-nominalcapacity'],
			(read) => ({ capacity: numberOrNull(read('tractionbattery-nominalcapacity')?.capacity) }),
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
				const nominal = numberOrNull(capacity);
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
			['charge-ischarging', 'charge-ischargingcableconnected', 'charge-detailedchargingstatus'],
			(read) => {
				const isCharging = read('charge-ischarging')?.value;
				const state = isCharging === true ? 'CHARGING' : 'NOT_CHARGING';
				return {
					isPluggedIn: read('charge-ischargingcableconnected')?.value ?? null,
					state:
						read('charge-detailedchargingstatus')?.value ??
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
			['charge-chargelimits'],
			(_read, { signals }) => {
				const bodies = signals.map(({ attributes }) => attributes.body ?? {});
				return { limit: toFraction({ value: numberOrNull(chargeLimitOf(bodies)) }) };
			},
			'battery',
		),
	],
	[
		'/diagnostics/dtcs',
		signalPath('read_diagnostics', ['diagnostics-dtclist'], (read) => ({
			activeCodes: read('diagnostics-dtclist')?.values ?? null,
		})),
	],
	[
		'/diagnostics/system_status',
		{
			permission: 'read_diagnostics',
			usesSignal: (code) => /^diagnostics-(?!dtc)/i.test(code),
			toBody: systemStatus,
		},
	],
	[
		'/engine/oil',
		signalPath(
			'read_engine_oil',
			['internalcombustionengine-oillife'],
			(read) => ({ lifeRemaining: toFraction(read('internalcombustionengine-oillife')) }),
			'combustionEngine',
		),
	],
	[
		'/fuel',
		signalPath(
			'read_fuel',
			[
				'internalcombustionengine-fuellevel',
				'internalcombustionengine-amountremaining',
				'internalcombustionengine-range',
			],
			(read, { isImperial }) => ({
				amountRemaining: toVolume(read('internalcombustionengine-amountremaining'), isImperial),
				percentRemaining: toFraction(read('internalcombustionengine-fuellevel')),
				range: toDistance(read('internalcombustionengine-range'), isImperial),
			}),
			'combustionEngine',
		),
	],
	[
		'/location',
		signalPath('read_location', ['location-preciselocation'], (read) => {
			const { latitude, longitude } = read('location-preciselocation') ?? {};
			return { latitude: numberOrNull(latitude), longitude: numberOrNull(longitude) };
		}),
	],
	[
		'/odometer',
		signalPath('read_odometer', ['odometer-traveleddistance'], (read, { isImperial }) => ({
			distance: toDistance(read('odometer-traveleddistance'), isImperial),
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
				'closure-enginecover',
				'closure-reartrunk',
				'closure-tailgate',
				'charge-ischargingportflapopen',
			],
			(read, vehicle) => {
				const listParts = createPartLister(read, vehicle);
				const storageCode = createStorageChooser(read, vehicle);
				// In v2.0 the front storage of a car with an engine is its hood.
				const front = listParts(
					storageCode('closure-fronttrunk', 'closure-enginecover'),
					({ isOpen }) => partStatuses('front', isOpen),
				);
				const rear = listParts(storageCode('closure-reartrunk', 'closure-tailgate'), ({ isOpen }) =>
					partStatuses('rear', isOpen),
				);
				const storage = [...(front ?? []), ...(rear ?? [])];
				return {
					isLocked: read('closure-islocked')?.value ?? null,
					doors: listParts('closure-doors', placeStatuses),
					windows: listParts('closure-windows', placeStatuses),
					sunroof: listParts('closure-sunroof', ({ isOpen }) => partStatuses('sunroof', isOpen)),
					storage: storage.length > 0 || (front && rear) ? storage : null,
					chargingPort: listParts('charge-ischargingportflapopen', ({ value }) =>
						partStatuses('chargingPort', value),
					),
				};
			},
		),
	],
	[
		'/tires/pressure',
		signalPath('read_tires', ['wheel-tires'], (read, { isImperial }) => {
			const body = read('wheel-tires');
			const { frontLeft, frontRight, backLeft, backRight } = tirePressuresOf(body, { isImperial });
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
