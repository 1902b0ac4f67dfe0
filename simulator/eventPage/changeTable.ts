import { type BodyPart, type Corner, corners } from '../fleet/types';
import {
	addEnergy,
	addMileage,
	breakSystem,
	chargeTo,
	chargeToMaximum,
	close,
	comeHome,
	driveNorth,
	inOrder,
	leaveService,
	open,
	repairSystems,
	scheduleCharging,
	selectOtherCapacity,
	set,
	setBattery,
	setCabinTemperature,
	setFuel,
	setLocked,
	setReachability,
	setTirePressure,
	startCharging,
	stayTheSame,
	unplug,
	unscheduleCharging,
	updateSoftware,
	type VehicleAction,
} from './vehicleActions';

/** A row of the table. For the columns see `NamedChange`. */
type Row = [id: string, name: string, signals: readonly string[], apply: VehicleAction];

/** Lower than a limit that people set for an alert, whether in kPa, psi (17) or bar (1.2). */
const LOW_KPA = 120;
const FILLED_KPA = 250;
/** Beyond the limits that people set, such as 5, 10 or 20, and 80. */
const LOW_PERCENT = 4;
const CHARGED_PERCENT = 85;
const DRIVE_KM = 33;
const SERVICE_KM = 15_000;

// The codes of the signals that changes report.
const TIRES = ['wheel-tires', 'diagnostics-tirepressure'];
const LOCK = ['closure-islocked'];
const DOORS = ['closure-doors'];
const WINDOWS = ['closure-windows'];
const ODOMETER = ['odometer-traveleddistance'];
const LOCATION = ['location-preciselocation'];
const HOME = [...LOCATION, 'location-isathome'];
const BATTERY = ['tractionbattery-stateofcharge', 'tractionbattery-range'];
const CABLE = [
	'charge-ischargingcableconnected',
	'charge-ischargingcablelatched',
	'charge-ischargingportflapopen',
	'charge-chargeportstatuscolor',
];
const CHARGING = ['charge-ischarging', 'charge-detailedchargingstatus'];
const CHARGER = [
	...CHARGING,
	'charge-wattage',
	'charge-voltage',
	'charge-amperage',
	'charge-amperagerequested',
	'charge-chargerphases',
	'charge-chargerate',
	'charge-timetocomplete',
	'charge-chargingconnectortype',
	'charge-isfastchargerpresent',
	'charge-fastchargertype',
];
const CHARGE_LIMIT = ['charge-chargelimits'];
const CURRENT_LIMIT = ['charge-amperagemax'];
const TIMERS = ['charge-chargetimers'];
const FUEL = [
	'internalcombustionengine-fuellevel',
	'internalcombustionengine-range',
	'internalcombustionengine-amountremaining',
];
const OIL = ['internalcombustionengine-oillife', 'diagnostics-oillife'];
const LOW_VOLTAGE = ['lowvoltagebattery-stateofcharge', 'lowvoltagebattery-status'];
const INSIDE = ['climate-internaltemperature'];
const OUTSIDE = ['climate-externaltemperature'];
const CLIMATE_CONTROL = ['hvac-iscabinhvacactive'];
const DEFROSTERS = [
	'hvac-isfrontdefrosteractive',
	'hvac-isreardefrosteractive',
	'hvac-issteeringheateractive',
];
const TARGET = ['hvac-cabintargettemperature'];
const SPEED = ['motion-currentspeed', 'transmission-gearstate'];
const DRIVE_MODE = ['transmission-drivemode'];
const CONNECTION = ['connectivitystatus-isonline', 'connectivitystatus-isasleep'];
const KEY = ['connectivitystatus-isdigitalkeypaired'];
const SERVICE = ['service-isinservice', 'service-records'];
const SURVEILLANCE = ['surveillance-isenabled', 'surveillance-brand'];
const ACCOUNT = ['vehicleuseraccount-role', 'vehicleuseraccount-permissions'];
const IDENTITY = [
	'vehicleidentification-vin',
	'vehicleidentification-trim',
	'vehicleidentification-packages',
	'vehicleidentification-exteriorcolor',
	'wheel-style',
];

const CORNER_NAMES: Record<Corner, string> = {
	frontLeft: 'Front left',
	frontRight: 'Front right',
	backLeft: 'Back left',
	backRight: 'Back right',
};

/** The parts of the body that are not doors or windows. */
const OTHER_PARTS: ReadonlyArray<{ part: BodyPart; id: string; name: string; signal: string }> = [
	{ part: 'engineCover', id: 'hood', name: 'Hood', signal: 'closure-enginecover' },
	{ part: 'frontTrunk', id: 'front-trunk', name: 'Front trunk', signal: 'closure-fronttrunk' },
	{ part: 'rearTrunk', id: 'rear-trunk', name: 'Rear trunk', signal: 'closure-reartrunk' },
	{ part: 'tailgate', id: 'tailgate', name: 'Tailgate', signal: 'closure-tailgate' },
	{ part: 'sunroof', id: 'sunroof', name: 'Sunroof', signal: 'closure-sunroof' },
];

/** What the list says about each problem, by the name of the diagnostics signal. */
const PROBLEMS: Record<string, string> = {
	MIL: 'Check engine light comes on',
	ABS: 'Problem with the anti-lock brakes (ABS)',
	ActiveSafety: 'Problem with active safety',
	Airbag: 'Problem with an airbag',
	BrakeFluid: 'Problem with the brake fluid',
	DriverAssistance: 'Problem with driver assistance',
	Lighting: 'Problem with a light',
	Telematics: 'Problem with the telematics unit',
	TirePressureMonitoring: 'Problem with the tire pressure monitoring',
	Transmission: 'Problem with the transmission',
	WasherFluid: 'Washer fluid is low',
	EVBatteryConditioning: 'Problem with the battery conditioning',
	EVCharging: 'Problem with charging',
	EVDriveUnit: 'Problem with the electric drive unit',
	EVHVBattery: 'Problem with the high-voltage battery',
	Emissions: 'Problem with the emissions',
	OilPressure: 'Problem with the oil pressure',
	OilTemperature: 'Problem with the oil temperature',
	WaterInFuel: 'Water in the fuel',
};

const problemSignals = (system: string) => [
	`diagnostics-${system.toLowerCase()}`,
	...(system === 'MIL' ? ['diagnostics-dtccount', 'diagnostics-dtclist'] : []),
];

const kebabCase = (name: string) =>
	name.replace(/[A-Z]+/g, (capitals) => `-${capitals}`).toLowerCase();

/** What can happen to a vehicle, by group of the list. */
export const changeTable: Readonly<Record<string, readonly Row[]>> = {
	Tires: [
		...corners.map((corner): Row => [
			`${kebabCase(corner)}-tire-low`,
			`${CORNER_NAMES[corner]} tire falls to ${LOW_KPA} kPa (17 psi)`,
			TIRES,
			setTirePressure(LOW_KPA, corner),
		]),
		[
			'fill-tires',
			`All tires are filled to ${FILLED_KPA} kPa (36 psi)`,
			TIRES,
			setTirePressure(FILLED_KPA, ...corners),
		],
	],
	Battery: [
		[
			'battery-low',
			`Battery falls to ${LOW_PERCENT}%, not plugged in`,
			BATTERY,
			setBattery({ percent: LOW_PERCENT, isPluggedIn: false, isCharging: false }),
		],
		[
			'charge-partly',
			`Charges to ${CHARGED_PERCENT}%`,
			[...BATTERY, ...CABLE, ...CHARGING],
			chargeTo(CHARGED_PERCENT),
		],
		['charge-to-100', 'Charges to 100%', [...BATTERY, ...CABLE, ...CHARGING], chargeTo(100)],
		['plug-in', 'Is plugged in', CABLE, setBattery({ isPluggedIn: true })],
		['unplug', 'Is unplugged', [...CABLE, 'charge-chargerecords'], unplug],
		['start-charging', 'Starts charging', CHARGING, startCharging()],
		['stop-charging', 'Stops charging', CHARGING, setBattery({ isCharging: false })],
		[
			'charge-at-socket',
			'Charges at 2.3 kW from an outlet',
			CHARGER,
			startCharging({ wattage: 2_300 }),
		],
		['charge-at-wallbox', 'Charges at 11 kW', CHARGER, startCharging({ wattage: 11_000 })],
		[
			'charge-at-fast-charger',
			'Charges at 150 kW at a fast charger',
			CHARGER,
			startCharging({ wattage: 150_000 }),
		],
	],
	'More about charging': [
		['add-energy', 'Adds another 10 kWh', ['charge-energyadded'], addEnergy(10)],
		[
			'limit-charge-to-80',
			'Is set to charge to 80%',
			CHARGE_LIMIT,
			setBattery({ limitPercent: 80 }),
		],
		[
			'limit-charge-to-100',
			'Is set to charge to 100%',
			CHARGE_LIMIT,
			setBattery({ limitPercent: 100 }),
		],
		[
			'limit-current-to-16',
			'Charging current is limited to 16 A',
			CURRENT_LIMIT,
			setBattery({ maxAmperes: 16 }),
		],
		[
			'limit-current-to-32',
			'Charging current is limited to 32 A',
			CURRENT_LIMIT,
			setBattery({ maxAmperes: 32 }),
		],
		['schedule-charging', 'Is set to charge from 22:00 to 6:00', TIMERS, scheduleCharging],
		['unschedule-charging', 'Charge schedule is removed', TIMERS, unscheduleCharging],
		[
			'open-charge-port',
			'Charge port is opened',
			['charge-ischargingportflapopen'],
			setBattery({ isPortOpened: true }),
		],
		[
			'close-charge-port',
			'Charge port is closed',
			['charge-ischargingportflapopen'],
			setBattery({ isPortOpened: false, isPluggedIn: false, isCharging: false }),
		],
		[
			'heat-battery',
			'Heats the battery, charging at −10 °C (14 °F)',
			['tractionbattery-isheateractive', ...CHARGING],
			inOrder(setCabinTemperature(-10), startCharging()),
		],
		[
			'stop-heating-battery',
			'Stops heating the battery, at 20 °C (68 °F)',
			['tractionbattery-isheateractive'],
			setCabinTemperature(20),
		],
		[
			'charge-to-maximum',
			'Charges to its maximum, set to 100%',
			['tractionbattery-maxrangechargecounter', ...BATTERY, ...CHARGE_LIMIT],
			chargeToMaximum,
		],
		[
			'select-capacity',
			'Owner selects another battery capacity',
			['tractionbattery-nominalcapacity'],
			selectOtherCapacity,
		],
	],
	'Fuel and oil': [
		['fuel-low', `Fuel falls to ${LOW_PERCENT}%`, FUEL, setFuel({ percent: LOW_PERCENT })],
		['refuel', 'Is refueled', FUEL, setFuel({ percent: 100 })],
		[
			'oil-worn',
			`Oil life falls to ${LOW_PERCENT}%`,
			OIL,
			setFuel({ oilLifePercent: LOW_PERCENT }),
		],
		['change-oil', 'Oil is changed', OIL, setFuel({ oilLifePercent: 100 })],
	],
	'12-volt battery': [
		[
			'12-volt-low',
			`12-volt battery falls to ${LOW_PERCENT}%`,
			LOW_VOLTAGE,
			set({ lowVoltagePercent: LOW_PERCENT }),
		],
		['12-volt-full', '12-volt battery is at 95%', LOW_VOLTAGE, set({ lowVoltagePercent: 95 })],
	],
	Driving: [
		[
			'drive-away',
			`Drives away, ${DRIVE_KM} km to the north`,
			[...LOCATION, ...ODOMETER],
			driveNorth(DRIVE_KM),
		],
		[
			'drive-back',
			`Drives back, ${DRIVE_KM} km to the south`,
			[...LOCATION, ...ODOMETER],
			driveNorth(-DRIVE_KM),
		],
		[
			'drive-to-service',
			`Drives another ${SERVICE_KM.toLocaleString('en-US')} km`,
			ODOMETER,
			addMileage(SERVICE_KM),
		],
		['come-home', 'Comes home', HOME, comeHome],
		[
			'leave-home',
			`Leaves home, ${DRIVE_KM} km to the north`,
			HOME,
			inOrder(comeHome, driveNorth(DRIVE_KM)),
		],
		['drive-at-50', 'Drives at 50 km/h (31 mph)', SPEED, set({ speedKph: 50 })],
		['drive-at-140', 'Drives at 140 km/h (87 mph)', SPEED, set({ speedKph: 140 })],
		['park', 'Stops and parks', SPEED, set({ speedKph: 0 })],
		['sport-mode', 'Drive mode is set to sport', DRIVE_MODE, set({ driveMode: 'SPORT' })],
		['normal-mode', 'Drive mode is set to normal', DRIVE_MODE, set({ driveMode: 'NORMAL' })],
	],
	'Doors and windows': [
		['lock', 'Is locked', LOCK, setLocked(true)],
		['unlock', 'Is unlocked', LOCK, setLocked(false)],
		...corners.map((corner): Row => [
			`open-${kebabCase(corner)}-door`,
			`${CORNER_NAMES[corner]} door is opened`,
			DOORS,
			open(`${corner}Door`),
		]),
		[
			'close-doors',
			'All doors are closed',
			DOORS,
			close(...corners.map((corner) => `${corner}Door` as const)),
		],
		...corners.map((corner): Row => [
			`open-${kebabCase(corner)}-window`,
			`${CORNER_NAMES[corner]} window is opened`,
			WINDOWS,
			open(`${corner}Window`),
		]),
		[
			'close-windows',
			'All windows are closed',
			WINDOWS,
			close(...corners.map((corner) => `${corner}Window` as const)),
		],
		...OTHER_PARTS.flatMap(({ part, id, name, signal }): Row[] => [
			[`open-${id}`, `${name} is opened`, [signal], open(part)],
			[`close-${id}`, `${name} is closed`, [signal], close(part)],
		]),
	],
	'Temperature and climate control': [
		['cold-outside', 'It is −10 °C (14 °F) outside', OUTSIDE, set({ outsideCelsius: -10 })],
		['hot-outside', 'It is 35 °C (95 °F) outside', OUTSIDE, set({ outsideCelsius: 35 })],
		['cold-inside', 'It is −10 °C (14 °F) inside', INSIDE, setCabinTemperature(-10)],
		['warm-inside', 'It is 20 °C (68 °F) inside', INSIDE, setCabinTemperature(20)],
		['hot-inside', 'It is 50 °C (122 °F) inside', INSIDE, setCabinTemperature(50)],
		[
			'climate-control-on',
			'Climate control turns on',
			CLIMATE_CONTROL,
			set({ isHvacActive: true }),
		],
		[
			'climate-control-off',
			'Climate control and defrosters turn off',
			[...CLIMATE_CONTROL, ...DEFROSTERS],
			set({ isHvacActive: false }),
		],
		[
			'defrost',
			'Defrosters and steering heater turn on, at −10 °C (14 °F)',
			[...CLIMATE_CONTROL, ...DEFROSTERS],
			inOrder(setCabinTemperature(-10), set({ isHvacActive: true })),
		],
		['target-18', 'Climate control is set to 18 °C (64 °F)', TARGET, set({ targetCelsius: 18 })],
		['target-25', 'Climate control is set to 25 °C (77 °F)', TARGET, set({ targetCelsius: 25 })],
	],
	'Connection and software': [
		['report-asleep', 'Is asleep', CONNECTION, setReachability('asleep')],
		['report-offline', 'Is offline', CONNECTION, setReachability('unreachable')],
		['report-online', 'Is awake and online', CONNECTION, setReachability('online')],
		['pair-key', 'Digital key is paired', KEY, set({ isDigitalKeyPaired: true })],
		['unpair-key', 'Digital key is removed', KEY, set({ isDigitalKeyPaired: false })],
		[
			'update-software',
			'Software is updated',
			['connectivitysoftware-currentfirmwareversion'],
			updateSoftware,
		],
	],
	'Service and security': [
		['enter-service', 'Goes in for service', SERVICE, set({ isInService: true })],
		['leave-service', 'Comes back from service', SERVICE, leaveService],
		['surveillance-on', 'Surveillance turns on', SURVEILLANCE, set({ isSurveillanceOn: true })],
		['surveillance-off', 'Surveillance turns off', SURVEILLANCE, set({ isSurveillanceOn: false })],
	],
	'Warning lights': [
		...Object.entries(PROBLEMS).map(([system, name]): Row => [
			`problem-${system.toLowerCase()}`,
			name,
			problemSignals(system),
			breakSystem(system),
		]),
		[
			'solve-problems',
			'All of these problems are fixed',
			Object.keys(PROBLEMS).flatMap(problemSignals),
			repairSystems,
		],
	],
	'Car and owner': [
		[
			'name-lightning',
			'Is named Lightning',
			['vehicleidentification-nickname'],
			set({ nickname: 'Lightning' }),
		],
		[
			'name-thunder',
			'Is named Thunder',
			['vehicleidentification-nickname'],
			set({ nickname: 'Thunder' }),
		],
		[
			'become-driver',
			"Owner's account becomes a driver's",
			ACCOUNT,
			set({ accountRole: 'DRIVER' }),
		],
		['become-owner', "Driver's account becomes an owner's", ACCOUNT, set({ accountRole: 'OWNER' })],
		['identify', 'Sends its VIN, trim, packages, color and wheels again', IDENTITY, stayTheSame],
	],
	Errors: [
		['fall-asleep', 'Falls asleep (error)', [], setReachability('asleep')],
		['lose-connection', 'Cannot be reached (error)', [], setReachability('unreachable')],
		['sign-out', 'Owner has to sign in again (error)', [], setReachability('signedOut')],
		['recover', 'Can be read again (error resolved)', [], setReachability('online')],
	],
};
