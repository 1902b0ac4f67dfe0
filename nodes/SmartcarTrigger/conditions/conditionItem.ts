import type { IDataObject } from 'n8n-workflow';
import type { EventFlags, SmartcarEvent } from '../event/types';
import { isArea, type Condition } from './condition';
import { describeCondition, messageOf } from './conditionMessage';
import type { MetCondition } from './eventResult';
import { decimalsToTellApart, EXACT_DECIMALS, inUnit } from './numberText';
import type { Value } from './readPlaces';
import { stateOf } from './stateOf';
import { fewestDecimals, passedMultiple, valueDecimals, zeroFor } from './valueDecimals';

/** The previous value, with enough decimals to tell it from the value, the limit and 0. */
function previousInUnit(previous: Value, value: Value, condition: Condition): Value {
	if (typeof previous !== 'number') return previous;
	const { rule, unit } = condition;
	const roundTo = (metric: number, decimals: number) => inUnit(metric, unit, decimals);
	const limits = 'limit' in rule ? [rule.limit] : [];
	const others = value === previous ? [] : [value];
	const decimals = [...others, ...limits, ...zeroFor(condition, previous)]
		.filter((other) => typeof other === 'number')
		.reduce(
			(fewest, other) => decimalsToTellApart(previous, other, roundTo, fewest),
			fewestDecimals(condition),
		);
	return roundTo(previous, decimals);
}

/**
 * What the value was compared with: a number in the unit of the condition, a radius in meters, or
 * the value of *Becomes*.
 */
function limitOf({ rule, unit }: Condition, value: Value): Value | undefined {
	switch (rule.when) {
		case 'below':
		case 'above':
			return inUnit(rule.limit, unit, EXACT_DECIMALS);
		case 'enters':
		case 'leaves':
			return rule.radius;
		case 'every':
			return inUnit(passedMultiple(Number(value), rule.distance), unit, EXACT_DECIMALS);
		case 'becomes':
			return typeof rule.value === 'number' ? inUnit(rule.value, unit, EXACT_DECIMALS) : rule.value;
		default:
			return undefined;
	}
}

/**
 * The previous value, unless it is outdated: if *Changes* fires although the value is the same,
 * another process has received a different one in between.
 */
function reliablePrevious({ observation, previousValue }: MetCondition): Value | undefined {
	const { condition, state } = observation;
	if (condition.rule.when !== 'changes' || previousValue === undefined) return previousValue;
	return stateOf(previousValue, condition) === state ? undefined : previousValue;
}

/** The item of a condition that an event has met. Fields for people come first, IDs last. */
export function toConditionItem(
	event: SmartcarEvent,
	met: MetCondition,
	{ outOfOrder }: Pick<EventFlags, 'outOfOrder'>,
): IDataObject {
	const { observation } = met;
	const { condition, place, value } = observation;
	const previousValue = reliablePrevious(met);
	const { signal, rule, unit } = condition;
	const decimals = valueDecimals(observation, previousValue);
	const { vehicle, user } = event;
	const item: IDataObject = {
		message: messageOf(event, { observation, previousValue }),
		condition: describeCondition(condition),
		signal: signal.code,
		place: place === '' ? undefined : place,
		value: typeof value === 'number' ? inUnit(value, unit, decimals) : value,
		unit: isArea(rule) ? 'm' : unit?.name,
		unitUncertain: observation.isUnitUncertain ? true : undefined,
		previousValue:
			previousValue === undefined ? undefined : previousInUnit(previousValue, value, condition),
		limit: limitOf(condition, value),
		make: vehicle.make,
		model: vehicle.model,
		year: vehicle.year,
		powertrainType: vehicle.powertrainType,
		vehicleMode: vehicle.mode,
		oemUpdatedAt: observation.oemUpdatedAt,
		mode: event.mode,
		outOfOrder,
		vehicleId: vehicle.id,
		userId: user.id,
		externalUserId: user.externalId,
		eventId: event.eventId,
	};
	for (const [key, field] of Object.entries(item)) if (field === undefined) delete item[key];
	return item;
}
