export type Powertrain = 'BEV' | 'PHEV' | 'ICE' | 'HEV';
export type Region = 'US' | 'CA' | 'EUROPE';
export type VehicleMode = 'live' | 'simulated';
export type Reachability = 'online' | 'asleep' | 'unreachable';

/** Pressures in kPa. */
export interface Tires {
	frontLeft: number;
	frontRight: number;
	backLeft: number;
	backRight: number;
}

/** The three cases of the nominal capacity endpoint (spec: battery nominal capacity). Capacities in kWh. */
export interface BatteryCapacity {
	available: Array<{ capacity: number; description: string | null }>;
	chosen: { nominal: number; source: 'SMARTCAR' | 'USER_SELECTED' } | null;
	/** Whether the answer names the address of the owner's selection flow. */
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
	/** By the present or last charge. */
	energyAddedKwh: number;
	/** 50 to 100. */
	limitPercent: number;
	/** Whether the flap was opened by itself; it is open in any case while a cable is plugged in. */
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

/** Charging at one place between two times of day (`HH:mm`), on some days or all. */
export interface ChargeSchedule {
	readonly id: string;
	type: ScheduleType;
	location: Coordinates;
	windows: Array<{ start: string; end: string; days: Weekday[] }>;
}

export interface Coordinates {
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

/** How the service refuses requests to one vehicle; see Fleet.throttle. */
export interface Throttle {
	/** Requests still let through before the first refusal. */
	after: number;
	/** Refusals still to give. */
	times: number;
	retryAfterSeconds: number;
}

/** What only signals tell: alike in all cars of a new fleet. */
export interface Equipment {
	nickname: string | null;
	firmwareVersion: string;
	speedKph: number;
	isHvacActive: boolean;
	targetCelsius: number;
	/** Of the 12 V battery, 0 to 100. */
	lowVoltagePercent: number;
	isInService: boolean;
	isSurveillanceOn: boolean;
	/** Null: the car does not know where its owner lives. */
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
	/** Where the navigation was told to go. */
	destination: Coordinates | null;
	cabinCelsius: number;
	equipment: Equipment;
	battery: TractionBattery | null;
	fuel: FuelTank | null;
	/** When the car last reported, Unix ms. */
	reportedAt: number;
	/** Signal code to the time of its last change, Unix ms; a code that is absent never changed since `reportedAt`. */
	signalTimes: Map<string, number>;
	/** The signals API only has data of vehicles that were subscribed to a webhook at some time. */
	everSubscribed: boolean;
	throttle: Throttle | null;
	/** Requests left this month (430 when none is); null = no limit. */
	monthlyRequestsLeft: number | null;
}

export interface User {
	readonly id: string;
	externalId: string | null;
}

/** What one user granted for one vehicle. */
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
	errorCallbackUri: string | null;
	isEnabled: boolean;
	autoSubscribe: boolean;
	/** Whether the callback last answered VERIFY rightly; no API shows it. */
	isVerified: boolean;
	/** Codes of signals whose change causes a delivery. */
	triggers: string[];
	/** Codes of signals in each delivery. */
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
	/** The next event of this subscription is its FIRST_DELIVERY. */
	isInitialDeliveryPending: boolean;
	/** Code of the error that was sent and not yet resolved. */
	openError: string | null;
}

/** What one change of a vehicle amounted to. */
export interface VehicleChange {
	vehicle: Vehicle;
	/** Codes of the signals whose value changed. */
	changedSignals: string[];
	reachability: { from: Reachability; to: Reachability };
}
