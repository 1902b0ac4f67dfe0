export type Powertrain = 'BEV' | 'PHEV' | 'ICE' | 'HEV';
export type Region = 'US' | 'CA' | 'EUROPE';
export type VehicleMode = 'live' | 'simulated';
/**
 * `signedOut`: Smartcar can no longer sign in to the owner's account, until the owner reconnects.
 */
export type Reachability = 'online' | 'asleep' | 'unreachable' | 'signedOut';

export const corners = ['frontLeft', 'frontRight', 'backLeft', 'backRight'] as const;

/** Where a tire, door or window is. */
export type Corner = (typeof corners)[number];

/** Pressures in kPa. */
export type Tires = Record<Corner, number>;

/** A part of the body that can be open. */
export type BodyPart =
	| `${Corner}Door`
	| `${Corner}Window`
	| 'engineCover'
	| 'frontTrunk'
	| 'rearTrunk'
	| 'tailgate'
	| 'sunroof';

/**
 * What the nominal capacity endpoint returns. Capacities in kWh.
 * See docs/contributing/smartcar-api.md#battery-capacity.
 */
export interface BatteryCapacity {
	available: Array<{ capacity: number; description: string | null }>;
	chosen: { nominal: number; source: 'SMARTCAR' | 'USER_SELECTED' } | null;
	/** Whether the owner can select the capacity, and the response has the URL for that. */
	offersSelection: boolean;
}

export interface TractionBattery {
	/** 0 to 100. */
	percent: number;
	/** Range of a full battery, km. */
	fullRangeKm: number;
	isPluggedIn: boolean;
	isCharging: boolean;
	/** Power while charging, W. */
	wattage: number;
	/** Highest current that the vehicle may draw, A. */
	maxAmperes: number;
	/** How many times the battery was charged to its maximum. */
	maxRangeCharges: number;
	/** Number of charges in the list of charge records. */
	recordedCharges: number;
	/** Energy added by the current or last charge, kWh. */
	energyAddedKwh: number;
	/** 50 to 100. */
	limitPercent: number;
	/** Whether a command opened the charge port. It is always open while a cable is plugged in. */
	isPortOpened: boolean;
	capacity: BatteryCapacity;
	chargeSchedules: ChargeSchedule[];
}

export type ScheduleType = 'DAILY' | 'WEEKLY' | 'WORKWEEK';

export const weekdays = [
	'MONDAY',
	'TUESDAY',
	'WEDNESDAY',
	'THURSDAY',
	'FRIDAY',
	'SATURDAY',
	'SUNDAY',
] as const;
export type Weekday = (typeof weekdays)[number];

/** When to charge at one location: between two times of day (`HH:mm`) on these days. */
export interface ChargeSchedule {
	readonly id: string;
	type: ScheduleType;
	location: Coordinates;
	windows: Array<{ start: string; end: string; days: Weekday[] }>;
}

interface Coordinates {
	latitude: number;
	longitude: number;
}

export interface FuelTank {
	/** 0 to 100. */
	percent: number;
	tankLiters: number;
	fullRangeKm: number;
	oilLifePercent: number;
}

/** How the service rejects requests to one vehicle with 429. See Fleet.throttle. */
export interface Throttle {
	/** Number of requests to reject. */
	times: number;
	retryAfterSeconds: number;
}

/** Values that are the same in all vehicles of a new fleet. `Fleet.tick` does not change them. */
export interface Equipment {
	nickname: string | null;
	firmwareVersion: string;
	speedKph: number;
	driveMode: 'NORMAL' | 'SPORT';
	outsideCelsius: number;
	/** Whether each part is open. A missing part is closed, and a missing sunroof is not known. */
	isOpen: Partial<Record<BodyPart, boolean>>;
	/** Names of the diagnostics signals with a problem, such as `ABS`. */
	faultySystems: Set<string>;
	isHvacActive: boolean;
	targetCelsius: number;
	/** Charge of the 12 V battery, 0 to 100. */
	lowVoltagePercent: number;
	isInService: boolean;
	/** Number of services in the list of service records. */
	recordedServices: number;
	isSurveillanceOn: boolean;
	isDigitalKeyPaired: boolean;
	/** Role of the owner's account. */
	accountRole: 'OWNER' | 'DRIVER';
	/** Home location; null when the vehicle does not know it. */
	home: Coordinates | null;
}

export interface Vehicle {
	readonly id: string;
	readonly vin: string;
	make: string;
	model: string;
	year: number;
	powertrainType: Powertrain;
	region: Region;
	mode: VehicleMode;
	reachability: Reachability;
	odometerKm: number;
	tires: Tires;
	isLocked: boolean;
	location: Coordinates;
	/** Destination of the navigation. */
	destination: Coordinates | null;
	cabinCelsius: number;
	equipment: Equipment;
	battery: TractionBattery | null;
	fuel: FuelTank | null;
	/** When the vehicle last sent data, Unix ms. */
	reportedAt: number;
	/** Time of the last change by signal code, Unix ms. For other codes it is `reportedAt`. */
	signalTimes: Map<string, number>;
	/** Whether the vehicle ever had a subscription. Without one the signals API has no data. */
	everSubscribed: boolean;
	throttle: Throttle | null;
}

export interface User {
	readonly id: string;
	externalId: string | null;
}

/** The connection of a user to a vehicle, with the permissions that the user granted. */
export interface Connection {
	readonly id: string;
	readonly userId: string;
	readonly vehicleId: string;
	permissions: string[];
	createdAt: number;
	updatedAt: number;
}

export interface Webhook {
	readonly id: string;
	name: string;
	callbackUri: string;
	/** Where vehicle errors go; null for `callbackUri`. */
	errorCallbackUri: string | null;
	isEnabled: boolean;
	autoSubscribe: boolean;
	/** Whether the callback passed the last VERIFY. No API returns it. */
	isVerified: boolean;
	/** Why the callback did not pass the last VERIFY; null if it passed or none was sent. */
	verificationFailure: string | null;
	/** Codes of the signals whose change causes an event. */
	triggers: string[];
	/** Codes of the signals in each event. */
	data: string[];
	createdAt: number;
}

export interface Subscription {
	readonly id: string;
	readonly webhookId: string;
	readonly userId: string;
	readonly vehicleId: string;
	createdAt: number;
	updatedAt: number;
	/** Whether the next event of this subscription is its FIRST_DELIVERY. */
	isFirstDeliveryPending: boolean;
	/** Code of the error that was sent and is not resolved; null for none. */
	openErrorCode: string | null;
}

/** The effect of one change of a vehicle. */
export interface VehicleChange {
	vehicle: Vehicle;
	/** Codes of the signals whose value changed, or which the vehicle reported again. */
	changedSignals: string[];
	reachability: { from: Reachability; to: Reachability };
}
