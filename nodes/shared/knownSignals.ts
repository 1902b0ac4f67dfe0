/**
 * The documented signals by group and name, with what their values are: the unit, what true means,
 * and the usual texts. Numbers are in the unit in which Smartcar sends them. Smartcar adds signals
 * without notice, so fields that offer them accept other codes too. See
 * docs/contributing/smartcar-api.md#signals.
 */
const DESCRIPTIONS = {
	Charge: {
		Amperage: 'Charging current, in amperes',
		AmperageMax: 'Highest possible charging current, in amperes',
		AmperageRequested: 'Requested charging current, in amperes',
		ChargeLimits:
			'Battery level at which charging stops, in percent. While the car is plugged in, the limit for that place or charger.',
		ChargePortStatusColor: 'Color of the charge port light, such as GREEN',
		ChargeRate: 'Range added per hour of charging, in km/h',
		ChargeRecords: 'List of past charging sessions, with times, energy and cost',
		ChargerPhases: 'Number of electrical phases that the charger offers',
		ChargeTimers: 'List of the charge schedules in the car',
		ChargingConnectorType: 'Type of charging connector, such as J1772',
		DetailedChargingStatus: 'A text such as CHARGING, NOT_CHARGING or FULLY_CHARGED',
		EnergyAdded: 'Energy added in the current or last charging session, in kWh',
		FastChargerType: 'Type of fast charger, such as CCS',
		IsCharging: 'True while the battery is being charged',
		IsChargingCableConnected: 'True while a charging cable is plugged in',
		IsChargingCableLatched: 'True while the charging cable is locked into the charge port',
		IsChargingPortFlapOpen: 'True while the charge port flap is open',
		IsFastChargerPresent: 'True while the car is connected to a fast charger',
		TimeToComplete: 'Time until charging is finished, in minutes',
		Voltage: 'Charging voltage, in volts',
		Wattage: 'Charging power, in watts',
	},
	Climate: {
		ExternalTemperature: 'Temperature outside the car, in °C',
		InternalTemperature: 'Temperature inside the car, in °C',
	},
	Closure: {
		Doors: 'For each door, whether it is open (true) or closed (false)',
		EngineCover: 'Whether the hood is open (true) or closed (false)',
		FrontTrunk: 'Whether the front trunk is open (true) or closed (false)',
		IsLocked: 'True while the car is locked',
		RearTrunk: 'Whether the rear trunk is open (true) or closed (false)',
		Sunroof: 'Whether the sunroof is open (true) or closed (false)',
		Tailgate: 'Whether the tailgate is open (true) or closed (false)',
		Windows: 'For each window, whether it is open (true) or closed (false)',
	},
	ConnectivitySoftware: {
		CurrentFirmwareVersion: "Version of the car's software, as text",
	},
	ConnectivityStatus: {
		IsAsleep: 'True while the car sleeps to save energy',
		IsDigitalKeyPaired: 'True if a digital key is paired with the car',
		IsOnline: 'True while the car is connected to the internet',
	},
	Diagnostics: {
		ABS: 'Anti-lock brakes: OK or ALERT',
		ActiveSafety: 'Active safety systems, such as emergency braking: OK or ALERT',
		Airbag: 'Airbags: OK or ALERT',
		BrakeFluid: 'Brake fluid: OK or ALERT',
		DriverAssistance: 'Driver assistance systems: OK or ALERT',
		DTCCount: 'Number of active diagnostic trouble codes (DTCs)',
		DTCList: 'List of active diagnostic trouble codes (DTCs) with their times',
		Emissions: 'Emission control: OK or ALERT',
		EVBatteryConditioning: 'Heating and cooling of the traction battery: OK or ALERT',
		EVCharging: 'Charging system: OK or ALERT',
		EVDriveUnit: 'Electric motor and its controller: OK or ALERT',
		EVHVBattery: 'Traction battery: OK or ALERT. For its charge, choose Battery Level.',
		Lighting: 'Lights: OK or ALERT',
		MIL: 'Malfunction indicator lamp (MIL): OK or ALERT',
		OilLife:
			'Whether the engine oil needs to be changed: OK or ALERT. For the percentage, choose Oil Life.',
		OilPressure: 'Oil pressure warning: OK or ALERT',
		OilTemperature: 'Oil temperature warning: OK or ALERT',
		Telematics: "The car's mobile data connection: OK or ALERT",
		TirePressure: 'Warning lamp: OK or ALERT, not a pressure. For a limit, choose Tire Pressure.',
		TirePressureMonitoring:
			'The system that monitors the pressures: OK, or ALERT for a fault. For a limit, choose Tire Pressure.',
		Transmission: 'Transmission: OK or ALERT',
		WasherFluid: 'Washer fluid: OK or ALERT',
		WaterInFuel: 'Water-in-fuel warning: OK or ALERT',
	},
	HVAC: {
		CabinTargetTemperature: 'Temperature that the climate control is set to, in °C',
		IsCabinHVACActive: 'True while the climate control is on',
		IsFrontDefrosterActive: 'True while the front defroster is on',
		IsRearDefrosterActive: 'True while the rear defroster is on',
		IsSteeringHeaterActive: 'True while the steering wheel is being heated',
	},
	InternalCombustionEngine: {
		AmountRemaining: 'Fuel in the tank, in liters',
		FuelLevel: 'Fuel level, in percent',
		OilLife: 'Remaining life of the engine oil, in percent',
		Range: 'Remaining range on fuel, in km',
	},
	Location: {
		IsAtHome: "True while the car is at its owner's home",
		PreciseLocation: 'Latitude and longitude, in degrees',
	},
	LowVoltageBattery: {
		StateOfCharge: 'Charge of the 12-volt battery, in percent',
		Status: 'Condition of the 12-volt battery: GOOD, WARN or BAD',
	},
	Motion: {
		CurrentSpeed: 'Current speed, in km/h',
	},
	Odometer: {
		TraveledDistance: 'Total distance that the car has traveled, in km',
	},
	Service: {
		IsInService: 'True while the car is being serviced',
		Records: 'List of past services, with times, tasks and cost',
	},
	Surveillance: {
		Brand: "Name of the car's surveillance system, as text",
		IsEnabled: 'True while surveillance of the parked car is on',
	},
	TractionBattery: {
		IsHeaterActive: 'True while the traction battery is being heated',
		MaxRangeChargeCounter: 'How many times the battery was charged to its maximum',
		NominalCapacity: 'Nominal capacity of the traction battery, in kWh',
		Range: 'Remaining range on the battery, in km',
		StateOfCharge: 'Charge of the traction battery of an electric or hybrid car, in percent',
	},
	Transmission: {
		DriveMode: 'Drive mode, as text',
		GearState: 'PARK, DRIVE, REVERSE or NEUTRAL',
	},
	VehicleIdentification: {
		ExteriorColor: 'Exterior color, as text',
		Nickname: 'Name that the owner has given the car',
		Packages: "List of the car's optional packages",
		Trim: 'Trim level, as text',
		VIN: 'Vehicle identification number (17 characters)',
	},
	VehicleUserAccount: {
		Permissions: "List of what the user's account with the automaker may do with the car",
		Role: "Role of the user's account with the automaker, as text",
	},
	Wheel: {
		Style: 'Type of the wheels, as text',
		Tires: 'Pressure of each tire, in kPa, psi or bar as the car sends it',
	},
};

/** A documented signal of Smartcar. */
export interface KnownSignal {
	/** Group and name in lower case: `wheel-tires`. */
	code: string;
	group: string;
	name: string;
	description: string;
}

export const KNOWN_SIGNALS: readonly KnownSignal[] = Object.entries(DESCRIPTIONS).flatMap(
	([group, names]) =>
		Object.entries(names).map(([name, description]) => ({
			code: `${group}-${name}`.toLowerCase(),
			group,
			name,
			description,
		})),
);
