import { placeInWords } from '../../shared/grid';
import { shortSignalName, signalInWords } from '../../shared/signalNames';
import { textProperty } from '../../shared/textProperty';
import { codeInWords, isCode, reasonInWords, vehicleInWords } from '../event/message';
import type { SmartcarEvent } from '../event/types';
import { comparesWithPrevious, isArea, WHEN, type AreaRule, type Condition } from './condition';
import type { MetCondition } from './eventResult';
import {
	decimalsToTellApart,
	EXACT_DECIMALS,
	exactText,
	inBothSystems,
	isShownInMeters,
	fewestMetersDecimals,
	metersInBothSystems,
	metersText,
	numberText,
	roundMeters,
} from './numberText';
import { observe, type Observation, type ReadSignals } from './observe';
import type { Value } from './readPlaces';
import { parseJson } from '../../shared/parseJson';
import type { ConditionSignal } from './conditionSignals';
import { passedMultiple, valueDecimals } from './valueDecimals';

/** The field that the user has entered for another signal: ` (heading)`. */
const fieldNote = ({ kind, field }: ConditionSignal) =>
	kind === 'any' && field !== 'value' ? ` (${field})` : '';

/** What the value belongs to: `back left tire`, `tire at row 3, column 0`, or the signal's name. */
function subjectText({ signals }: ReadSignals, { condition: { signal }, place }: Observation) {
	if (signal.noun === undefined) return `${signalInWords(signal.code)}${fieldNote(signal)}`;
	const sent = signals.find(({ code, error }) => code === signal.code && !error);
	const words = placeInWords(place, sent?.body);
	if (words !== undefined) return `${words} ${signal.noun}`.trim();
	const [row, column] = place.match(/\d+/g) ?? [];
	return `${signal.noun} at row ${row}, column ${column}`;
}

/** Signals whose values are names. A name can look like one of Smartcar's codes. */
const SIGNALS_WITH_NAMES =
	/^(connectivitysoftware-|vehicleidentification-|(charge-chargingconnectortype|charge-fastchargertype|surveillance-brand|wheel-style)$)/;

/** A list of texts, or of objects with a code, such as trouble codes. Undefined otherwise. */
function listInWords(list: unknown): string | undefined {
	if (!Array.isArray(list)) return undefined;
	const words = list.map((entry: unknown) =>
		typeof entry === 'string' ? entry : textProperty(entry, 'code'),
	);
	if (words.includes(undefined)) return undefined;
	return words.length === 0 ? 'empty' : words.join(', ');
}

/**
 * Puts one of Smartcar's codes into words: `fully charged` for `FULLY_CHARGED`. Names the entries
 * of a list, and puts any other text in quotation marks.
 */
function textInWords(text: string, { signal }: Condition): string {
	// The result of a self-test stays as it is: `OK` or `ALERT`.
	if (signal.field === 'status') return text;
	if (isCode(text) && !SIGNALS_WITH_NAMES.test(signal.code)) return codeInWords(text);
	return listInWords(parseJson(text)) ?? JSON.stringify(text);
}

/** A message leaves out a longer list, which nobody would read. The item has it. */
const MAX_LIST_LENGTH = 100;

/** Whether a message leaves out a value: an object, or a list that is long or has no codes. */
function isLeftOut(value: Value): boolean {
	const json = typeof value === 'string' ? parseJson(value) : null;
	return json !== null && (listInWords(json)?.length ?? Infinity) > MAX_LIST_LENGTH;
}

const inWords = (value: Value, condition: Condition) =>
	typeof value === 'string' ? textInWords(value, condition) : String(value);

/** Signals whose names are plurals. */
const PLURAL_SIGNALS: ReadonlySet<string> = new Set([
	'charge-chargerecords',
	'charge-chargerphases',
	'charge-chargetimers',
	'service-records',
	'vehicleidentification-packages',
	'vehicleuseraccount-permissions',
]);

/** The verb and the value: `is at 178 kPa (25.8 psi)`, `is charging`. */
function valueText({ condition, value }: Observation, decimals?: number): string {
	const { signal, unit } = condition;
	const verb = PLURAL_SIGNALS.has(signal.code) ? 'are' : 'is';
	if (typeof value === 'number') return `${verb} at ${inBothSystems(value, unit, decimals)}`;
	if (typeof value === 'boolean' && signal.phrases)
		return value ? signal.phrases.yes : signal.phrases.no;
	return `${signal.field === 'status' ? 'reports' : verb} ${inWords(value, condition)}`;
}

/** The limit after the value: `, below 200 kPa`. */
function limitText({ condition: { rule, unit } }: Observation): string {
	if (rule.when === 'below') return `, below ${exactText(rule.limit, unit)}`;
	if (rule.when === 'above') return `, above ${exactText(rule.limit, unit)}`;
	return '';
}

/** The distance from the center of an area, so that it does not look equal to the radius. */
function distanceText(distance: number, radius: number): string {
	const fewest = fewestMetersDecimals(distance);
	// A distance in meters and a radius in kilometers are told apart by their units.
	const decimals =
		isShownInMeters(distance) === isShownInMeters(radius)
			? decimalsToTellApart(distance, radius, roundMeters, fewest)
			: fewest;
	return metersInBothSystems(distance, decimals);
}

/** Tells the areas apart if several conditions of a trigger have one. */
const centerText = ({ center: { latitude, longitude } }: AreaRule): string =>
	`${numberText(latitude)}, ${numberText(longitude)}`;

function areaText(distance: number, rule: AreaRule, previousDistance: Value | undefined): string {
	const { when, radius } = rule;
	const [moved, located] =
		when === 'enters' ? ['has entered', 'is in'] : ['has left', 'is outside'];
	const wasOnOtherSide =
		typeof previousDistance === 'number' &&
		(when === 'enters' ? previousDistance >= radius : previousDistance <= radius);
	const verb = wasOnOtherSide ? moved : located;
	return `${verb} the area around ${centerText(rule)}: it is ${distanceText(distance, radius)} from the center, and the radius is ${metersInBothSystems(radius, EXACT_DECIMALS)}`;
}

const sortedWords = (words: string) => words.split(', ').sort().join();

/** The previous value of *Changes*, if it is known and looks different: `, previously 20%`. */
function previousText(
	{ condition, value }: Observation,
	previousValue: Value | undefined,
	decimals: number,
): string {
	if (condition.rule.when !== 'changes' || previousValue === undefined) return '';
	if (typeof value === 'boolean' || isLeftOut(previousValue)) return '';
	if (typeof previousValue === 'number')
		return `, previously ${inBothSystems(previousValue, condition.unit, decimals)}`;
	const words = inWords(previousValue, condition);
	// Two lists with the same codes can differ in other fields.
	const isSame = sortedWords(words) === sortedWords(inWords(value, condition));
	return isSame ? '' : `, previously ${words}`;
}

/** Adds to a text about a value that the unit of the value is uncertain, if it is. */
function withUnitNote(text: string, { isUnitUncertain }: Observation): string {
	if (!isUnitUncertain) return text;
	const note = 'the unit is uncertain)';
	return text.endsWith(')') ? `${text.slice(0, -1)}; ${note}` : `${text} (${note}`;
}

/** Whether the subject of the value's verb is the vehicle: "is charging", but not "is open". */
const hasVehicleAsSubject = ({ value, condition: { signal } }: Observation): boolean =>
	typeof value === 'boolean' && signal.phrases !== undefined && signal.noun === undefined;

/** What happened, in words that a workflow can send to people unchanged. */
export function messageOf(event: SmartcarEvent, met: MetCondition): string {
	const name = vehicleInWords(event.vehicle);
	const { observation, previousValue } = met;
	const { condition, value } = observation;
	const { rule, unit } = condition;
	if (isArea(rule)) return `${name} ${areaText(Number(value), rule, previousValue)}`;
	if (hasVehicleAsSubject(observation)) return `${name} ${valueText(observation)}`;
	if (isLeftOut(value)) return `${name} reports a change: ${subjectText(event, observation)}`;
	const subject = `${name}: ${subjectText(event, observation)}`;
	const decimals = valueDecimals(observation, previousValue);
	if (rule.when === 'every') {
		const passed = passedMultiple(Number(value), rule.distance);
		return `${subject} has passed ${exactText(passed, unit)} and ${valueText(observation, decimals)}`;
	}
	return [
		withUnitNote(`${subject} ${valueText(observation, decimals)}`, observation),
		limitText(observation),
		previousText(observation, previousValue, decimals),
	].join('');
}

/** The value of *Becomes* as the form shows it. */
function becomesText(value: Value, { signal, unit }: Condition): string {
	if (typeof value === 'number' && signal.kind !== 'text') return exactText(value, unit);
	// Only flags, doors and windows have a list of two values in the form.
	if (typeof value !== 'boolean' || signal.phrases === undefined) return String(value);
	if (signal.trueMeansOpen) return value ? 'Open' : 'Closed';
	return value ? 'True' : 'False';
}

/** The condition as the form shows it: `Tire Pressure Falls Below 200 kPa`. */
export function describeCondition(condition: Condition): string {
	const { signal, rule, unit } = condition;
	const start = `${shortSignalName(signal.code)}${fieldNote(signal)} ${WHEN[rule.when]}`;
	if ('limit' in rule) return `${start} ${exactText(rule.limit, unit)}`;
	if (rule.when === 'every') return `${start} ${exactText(rule.distance, unit)}`;
	if (rule.when === 'becomes') return `${start} ${becomesText(rule.value, condition)}`;
	if (isArea(rule))
		return `${start} of ${metersText(rule.radius, EXACT_DECIMALS)} around ${centerText(rule)}`;
	return start;
}

/** What an observation says about the vehicle: `front left tire is at 178 kPa (25.8 psi)`. */
function currentText(event: ReadSignals, observation: Observation): string {
	const { condition, value } = observation;
	const { rule } = condition;
	if (isArea(rule))
		return `the vehicle is ${distanceText(Number(value), rule.radius)} from the center`;
	const subject = hasVehicleAsSubject(observation)
		? 'the vehicle'
		: subjectText(event, observation);
	if (isLeftOut(value)) return `the event has a list or an object for ${subject}`;
	const text = `${subject} ${valueText(observation, valueDecimals(observation))}`;
	return withUnitNote(text, observation);
}

/** Why an event has no value for a condition. */
function describeAbsence({ signals }: ReadSignals, { signal }: Condition) {
	const sent = signals.find(({ code }) => code === signal.code);
	if (sent === undefined) return 'the event does not contain this signal';
	if (sent.error === undefined) return 'the event has no value for it';
	const { type, code } = sent.error;
	const words = reasonInWords(sent.error);
	if (words !== undefined) return `the signal could not be read: ${words}`;
	const names = [type, code].filter(Boolean).join(': ');
	return `the signal could not be read${names === '' ? '' : ` (${names})`}`;
}

/** Why an event does not meet a condition, for a hint in a test run. */
export function describeUnmet(event: ReadSignals, condition: Condition): string {
	const reasons: string[] = [];
	const observations = observe(event, [condition], (_condition, reason) => reasons.push(reason));
	const texts = [...observations.map((observation) => currentText(event, observation)), ...reasons];
	if (texts.length === 0) texts.push(describeAbsence(event, condition));
	const needsEarlierValue = observations.length > 0 && comparesWithPrevious(condition);
	const note = needsEarlierValue ? ', and a test run has no earlier value to compare with' : '';
	return `${describeCondition(condition)}: ${texts.join(', ')}${note}`;
}
