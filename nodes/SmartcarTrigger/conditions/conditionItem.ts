import type { IDataObject } from 'n8n-workflow';
import { splitCamelCase } from '../../shared/signalNames';
import { fromMetric, unitOfOtherSystem, round, type Unit } from '../../shared/units';
import { vehicleInWords } from '../event/message';
import type { SmartcarEvent, Vehicle } from '../event/types';
import { WHEN, type Condition } from './condition';
import type { MetCondition } from './judgeExecution';
import { multiplesIn, observe, type Observation, type Value } from './observe';
import { shortName } from './signals';

/** Enough decimals that a value near its limit does not look equal to it. */
const decimalsOf = (unit: Unit | undefined) => (unit?.name === 'bar' ? 2 : 1);

const inUnit = (value: number, unit: Unit | undefined): number =>
	round(unit === undefined ? value : fromMetric(value, unit), decimalsOf(unit));

function withUnit(value: number, unit: Unit | undefined): string {
	const text = String(inUnit(value, unit));
	if (unit === undefined) return text;
	return unit.name === '%' ? `${text}%` : `${text} ${unit.name}`;
}

/** A value in the unit of the condition and in the other common unit: `178 kPa (25.8 psi)`. */
function inBothSystems(value: number, unit: Unit | undefined): string {
	const other = unit && unitOfOtherSystem(unit);
	const text = withUnit(value, unit);
	return other === undefined ? text : `${text} (${withUnit(value, other)})`;
}

/** What the value belongs to: `front left tire`, `door at row 2, column 0`, or the signal's name. */
function subjectText({ condition: { signal }, place }: Pick<Observation, 'condition' | 'place'>) {
	if (signal.noun === undefined) return shortName(signal).toLowerCase();
	const grid = /^row(\d+)Column(\d+)$/.exec(place);
	if (grid) return `${signal.noun} at row ${grid[1]}, column ${grid[2]}`;
	return `${splitCamelCase(place).toLowerCase()} ${signal.noun}`.trim();
}

const meters = (value: number) =>
	value < 1_000 ? `${round(value, 0)} m` : `${round(value / 1_000, 1)} km`;

const quote = (value: Value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** What a message says about a value: `is at 178 kPa (25.8 psi)`, `is charging`. */
function valueText({ condition, value }: Observation): string {
	const { signal, unit } = condition;
	if (typeof value === 'number') return `is at ${inBothSystems(value, unit)}`;
	if (typeof value === 'boolean' && signal.phrases)
		return value ? signal.phrases.yes : signal.phrases.no;
	return `is ${quote(value)}`;
}

/** What a message adds after the value: `, below 200 kPa`. */
function limitText({ condition: { rule, unit } }: Observation): string {
	if (rule.when === 'below') return `, below ${withUnit(rule.limit, unit)}`;
	if (rule.when === 'above') return `, above ${withUnit(rule.limit, unit)}`;
	if (rule.when === 'every') return `, past a multiple of ${withUnit(rule.distance, unit)}`;
	return '';
}

/** What happened, in words that a workflow can send to people unchanged. */
function messageOf(vehicle: Vehicle, { observation, previousValue }: MetCondition): string {
	const name = vehicleInWords(vehicle);
	const { condition, value } = observation;
	const { rule, signal, unit } = condition;
	if (rule.when === 'enters' || rule.when === 'leaves') {
		const verb = rule.when === 'enters' ? 'entered' : 'left';
		const distance = meters(Number(value));
		return `${name} has ${verb} the area: it is ${distance} from the center, and the radius is ${meters(rule.radius)}`;
	}
	// The subject of "is charging" is the vehicle. The subject of "is open" is a door.
	if (typeof value === 'boolean' && signal.phrases && signal.noun === undefined)
		return `${name} ${valueText(observation)}`;
	const previousText =
		rule.when === 'changes' && previousValue !== undefined && typeof value !== 'boolean'
			? `, previously ${typeof previousValue === 'number' ? withUnit(previousValue, unit) : quote(previousValue)}`
			: '';
	return `${name}: ${subjectText(observation)} ${valueText(observation)}${limitText(observation)}${previousText}`;
}

/** The condition as the form shows it: `Tire Pressure Falls Below 200 kPa`. */
export function describeCondition({ signal, rule, unit }: Condition): string {
	const start = `${shortName(signal)} ${WHEN[rule.when]}`;
	if ('limit' in rule) return `${start} ${withUnit(rule.limit, unit)}`;
	if (rule.when === 'every') return `${start} ${withUnit(rule.distance, unit)}`;
	if (rule.when === 'becomes')
		return `${start} ${typeof rule.value === 'number' ? withUnit(rule.value, unit) : rule.value}`;
	if ('radius' in rule) return `${start} of ${meters(rule.radius)}`;
	return start;
}

/** The number that the value was compared with, in the unit of the condition. */
function limitOf({ rule, unit }: Condition, value: Value): Value | undefined {
	switch (rule.when) {
		case 'below':
		case 'above':
			return inUnit(rule.limit, unit);
		case 'enters':
		case 'leaves':
			return rule.radius;
		case 'every':
			return inUnit(multiplesIn(Number(value), rule.distance) * rule.distance, unit);
		case 'becomes':
			return typeof rule.value === 'number' ? inUnit(rule.value, unit) : rule.value;
		default:
			return undefined;
	}
}

/** The item of a condition that an event has met. Fields for people come first, IDs last. */
export function toConditionItem(event: SmartcarEvent, met: MetCondition): IDataObject {
	const { observation, previousValue } = met;
	const { condition, place, value } = observation;
	const { signal, rule, unit } = condition;
	const isArea = rule.when === 'enters' || rule.when === 'leaves';
	const inChosenUnit = (metric: Value) =>
		typeof metric === 'number' ? inUnit(metric, unit) : metric;
	const { vehicle, user } = event;
	const item: IDataObject = {
		message: messageOf(vehicle, met),
		condition: describeCondition(condition),
		signal: signal.code,
		place: place === '' ? undefined : place,
		value: inChosenUnit(value),
		unit: isArea ? 'm' : unit?.name,
		unitUncertain: observation.isUnitUncertain ? true : undefined,
		previousValue: previousValue === undefined ? undefined : inChosenUnit(previousValue),
		limit: limitOf(condition, value),
		make: vehicle.make,
		model: vehicle.model,
		year: vehicle.year,
		powertrainType: vehicle.powertrainType,
		vehicleMode: vehicle.mode,
		oemUpdatedAt: observation.updatedAt,
		mode: event.mode,
		vehicleId: vehicle.id,
		userId: user.id,
		externalUserId: user.externalId,
		eventId: event.eventId,
	};
	for (const [key, field] of Object.entries(item)) if (field === undefined) delete item[key];
	return item;
}

/** What an observation says about the vehicle: `front left tire is at 178 kPa (25.8 psi)`. */
function currentText(observation: Observation): string {
	const { condition, value } = observation;
	const { rule, signal } = condition;
	if (rule.when === 'enters' || rule.when === 'leaves')
		return `the vehicle is ${meters(Number(value))} from the center`;
	// The subject of "is charging" is the vehicle.
	const isAboutVehicle = typeof value === 'boolean' && signal.noun === undefined;
	return `${isAboutVehicle ? 'the vehicle' : subjectText(observation)} ${valueText(observation)}`;
}

/** Why an event says nothing about a condition. */
function describeAbsence({ signals }: Pick<SmartcarEvent, 'signals'>, { signal }: Condition) {
	const sent = signals.find(({ code }) => code.toLowerCase() === signal.code);
	if (sent === undefined) return 'the event does not contain this signal';
	if (sent.error === undefined) return 'the event has no value for it';
	const { type, code } = sent.error;
	return `the signal could not be read (${[type, code].filter(Boolean).join(': ')})`;
}

/** Why an event does not meet a condition, for a hint in a test run. */
export function describeUnmet(event: Pick<SmartcarEvent, 'signals'>, condition: Condition): string {
	const reasons: string[] = [];
	const observations = observe(event, [condition], (_condition, reason) => reasons.push(reason));
	const texts = [...observations.map(currentText), ...reasons];
	if (texts.length === 0) texts.push(describeAbsence(event, condition));
	const { when } = condition.rule;
	const needsEarlierValue = observations.length > 0 && (when === 'changes' || when === 'every');
	const note = needsEarlierValue ? ', and a test run knows no earlier value' : '';
	return `${describeCondition(condition)}: ${texts.join(', ')}${note}`;
}
