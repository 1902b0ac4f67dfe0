/** What a unit measures. */
export type Quantity =
	| 'pressure'
	| 'distance'
	| 'percent'
	| 'temperature'
	| 'speed'
	| 'energy'
	| 'power'
	| 'voltage'
	| 'current'
	| 'volume'
	| 'duration';

export interface Unit {
	/** The value of the parameter *Unit*. Also written after a number. */
	name: string;
	quantity: Quantity;
	/** `(value - offset) * factor` is the value in the metric unit. */
	factor: number;
	offset: number;
	/** Other ways in which people and Smartcar write it, and the name, in lower case. */
	spellings: string[];
}

const unit = (
	name: string,
	quantity: Quantity,
	factor: number,
	spellings: string[] = [],
	offset = 0,
): Unit => ({ name, quantity, factor, offset, spellings: [name.toLowerCase(), ...spellings] });

/** The first unit of each quantity is the metric one, in which Smartcar sends values. */
export const UNITS: readonly Unit[] = [
	unit('kPa', 'pressure', 1, ['kilopascal', 'kilopascals']),
	// A pound-force (4.4482216152605 N) on a square inch (0.0254 m squared).
	unit('psi', 'pressure', 6.894757293168361, ['pounds_per_square_inch', 'lbf/in2']),
	unit('bar', 'pressure', 100, ['bars']),
	unit('km', 'distance', 1, ['kilometer', 'kilometers', 'kilometre', 'kilometres']),
	unit('mi', 'distance', 1.609344, ['mile', 'miles']),
	unit('%', 'percent', 1, ['percent', 'percentage']),
	unit('°C', 'temperature', 1, ['c', 'celsius']),
	unit('°F', 'temperature', 5 / 9, ['f', 'fahrenheit'], 32),
	unit('km/h', 'speed', 1, ['kph', 'kmh', 'kilometers_per_hour']),
	unit('mph', 'speed', 1.609344, ['mi/h', 'miles_per_hour']),
	unit('kWh', 'energy', 1, ['kwhr', 'kilowatt_hours']),
	unit('W', 'power', 1, ['watt', 'watts']),
	unit('kW', 'power', 1_000, ['kilowatt', 'kilowatts']),
	unit('V', 'voltage', 1, ['volt', 'volts']),
	unit('A', 'current', 1, ['amp', 'amps', 'ampere', 'amperes']),
	unit('L', 'volume', 1, ['liter', 'liters', 'litre', 'litres']),
	unit('gal', 'volume', 3.785411784, ['gallon', 'gallons']),
	unit('min', 'duration', 1, ['minute', 'minutes']),
	unit('h', 'duration', 60, ['hour', 'hours']),
];

export const unitsOf = (quantity: Quantity): Unit[] =>
	UNITS.filter((unit) => unit.quantity === quantity);

/** The unit that Smartcar sends values of a quantity in. */
export function metricUnit(quantity: Quantity): Unit {
	const [metric] = unitsOf(quantity);
	if (metric === undefined) throw new TypeError(`There is no unit for ${quantity}`);
	return metric;
}

/** Finds a unit by a spelling, in upper or lower case. */
export function findUnit(spelling: string, quantity: Quantity): Unit | undefined {
	const wanted = spelling.trim().toLowerCase();
	return UNITS.find((unit) => unit.quantity === quantity && unit.spellings.includes(wanted));
}

/** Like `findUnit`, for a name in the code. @throws TypeError if there is no such unit */
export function requireUnit(name: string, quantity: Quantity): Unit {
	const unit = findUnit(name, quantity);
	if (unit === undefined) throw new TypeError(`There is no unit ${name} of ${quantity}`);
	return unit;
}

/** Rounds to at most this many decimals: 0.1 + 0.2 becomes 0.3. */
export const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/**
 * Rounded, so that 2.3 bar equals 230 kPa and not 229.99999999999997. A number without a unit is
 * only rounded.
 */
export const toMetric = (value: number, unit?: Unit): number =>
	round(unit === undefined ? value : (value - unit.offset) * unit.factor, 9);

/**
 * The value of a signal in the metric unit of its quantity. It is metric, unless the signal names
 * another unit of the same quantity. A percentage without a unit can be a fraction: 0.64 is 64%.
 * But 1 stays 1%, although it may mean 100%. See docs/contributing/smartcar-api.md#signals.
 *
 * @param unitName the `unit` in the body of the signal
 */
export function signalToMetric(value: number, unitName: unknown, quantity: Quantity): number {
	const name = typeof unitName === 'string' ? unitName : '';
	const isFraction = quantity === 'percent' && name === '' && value > 0 && value < 1;
	const unit = findUnit(name, quantity) ?? metricUnit(quantity);
	return toMetric(isFraction ? value * 100 : value, unit);
}

export const fromMetric = (value: number, { factor, offset }: Unit): number =>
	value / factor + offset;

const OTHER_SYSTEM = new Map([
	['kPa', 'psi'],
	['bar', 'psi'],
	['psi', 'kPa'],
	['km', 'mi'],
	['mi', 'km'],
	['°C', '°F'],
	['°F', '°C'],
	['km/h', 'mph'],
	['mph', 'km/h'],
	['L', 'gal'],
	['gal', 'L'],
]);

/**
 * Whether a unit is imperial. A car rounds its metric values, so few of them are a whole number in
 * such a unit.
 */
export const isImperial = ({ name, quantity }: Unit): boolean =>
	OTHER_SYSTEM.get(name) === metricUnit(quantity).name;

/**
 * The metric unit for an imperial one, and the other way around. Undefined if both use the same.
 */
export function unitOfOtherSystem({ name, quantity }: Unit): Unit | undefined {
	const other = OTHER_SYSTEM.get(name);
	return other === undefined ? undefined : requireUnit(other, quantity);
}

/** A number with the name of its unit, as people write it: `20%`, `200 kPa`. */
export const withUnitName = (number: number | string, name: string): string =>
	name === '%' ? `${number}%` : `${number} ${name}`;
