import { z } from 'zod';
import { isAbsent } from '../shared/isAbsent';
import { parseBoolean } from '../shared/parseBoolean';
import { parseJson } from '../shared/parseJson';
import { toSignalCode } from '../shared/signalCode';
import { normalizeWebhookId } from '../shared/webhookId';
import { conditionListSchema } from './conditions/conditionRows';
import { normalizeMake } from './event/normalize';

/** The choices of *Events*. `OTHER` is every type except VEHICLE_STATE and VEHICLE_ERROR. */
export const eventChoiceSchema = z.enum([
	'VEHICLE_STATE',
	'VEHICLE_ERROR',
	'CONDITION_MET',
	'OTHER',
]);

/** The values that mean that a parameter is not set. An expression can return any of them. */
const isNotSet = (value: unknown) => isAbsent(value) || value === '';

const numberToText = (value: unknown) => (typeof value === 'number' ? String(value) : value);

/**
 * The entries of a list, of a JSON list, or of a text in which commas, semicolons or lines separate
 * them.
 */
function toList(value: unknown): unknown {
	if (isNotSet(value)) return [];
	const entry = numberToText(value);
	if (typeof entry === 'string') {
		const json = parseJson(entry.trim());
		return Array.isArray(json) ? toList(json) : entry.split(/[,;\n]/);
	}
	return Array.isArray(entry) ? entry.filter((part) => !isNotSet(part)).map(numberToText) : entry;
}

/** Texts as `toList` reads them, without blanks around them. */
const listSchema = z
	.preprocess(toList, z.array(z.string()))
	.transform((entries) => entries.map((entry) => entry.trim()).filter(Boolean));

/** For values whose case does not matter. */
const lowerCaseListSchema = listSchema.transform((entries) =>
	entries.map((entry) => entry.toLowerCase()),
);

const booleanSchema = (defaultValue: boolean) =>
	z.preprocess(
		(value) => (isNotSet(value) ? undefined : (parseBoolean(value) ?? value)),
		z.boolean().default(defaultValue),
	);

/**
 * A number outside of the range becomes its minimum or maximum, so that no delivery fails for it.
 */
const numberSchema = (min: number, max: number, defaultValue: number) =>
	z.preprocess(
		(value) => {
			if (isNotSet(value)) return undefined;
			return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		},
		z
			.number()
			.default(defaultValue)
			.transform((value) => Math.min(max, Math.max(min, Math.round(value)))),
	);

const choiceSchema = <Choice extends string>(
	choices: readonly [Choice, ...Choice[]],
	defaultValue: Choice,
) =>
	z.preprocess(
		(value) => (isNotSet(value) ? defaultValue : value),
		z.string().transform((value, context) => {
			const choice = choices.find((known) => known === value);
			if (choice !== undefined) return choice;
			context.addIssue({ code: 'custom', message: `Expected one of: ${choices.join(', ')}` });
			return z.NEVER;
		}),
	);

const collectionSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.preprocess((value) => (isNotSet(value) ? {} : value), z.object(shape));

/** Codes of signals, also with a dot as in the dashboard and in old events: `Wheel.Tires`. */
const signalCodesSchema = lowerCaseListSchema.transform((entries) => entries.map(toSignalCode));

/**
 * Replaces the entry *Other* by the codes that the user has entered for it. Without any, *Other*
 * alone would let everything through.
 */
function withOther(
	listed: string[],
	other: string[],
	label: 'Error Codes' | 'Signals',
	context: z.RefinementCtx,
): string[] {
	if (!listed.includes('other')) return listed;
	if (other.length === 0)
		context.addIssue({
			code: 'custom',
			message: `'Other' is chosen in ${label}, so enter the codes in the filter Other ${label}`,
		});
	return [...listed.filter((code) => code !== 'other'), ...other];
}

const filtersSchema = collectionSchema({
	errorCodes: lowerCaseListSchema,
	errorStates: lowerCaseListSchema,
	errorTypes: lowerCaseListSchema,
	firstDeliveries: choiceSchema(['include', 'skip', 'only'], 'include'),
	makes: lowerCaseListSchema.transform((makes) => makes.map(normalizeMake)),
	modes: lowerCaseListSchema,
	otherErrorCodes: lowerCaseListSchema,
	otherSignalCodes: signalCodesSchema,
	signalCodes: signalCodesSchema,
	signalMatch: choiceSchema(['changed', 'present'], 'changed'),
	vehicleIds: lowerCaseListSchema,
	vehicleModes: lowerCaseListSchema,
	webhookIds: lowerCaseListSchema.transform((ids) => ids.map(normalizeWebhookId)),
}).transform(({ otherErrorCodes, otherSignalCodes, ...filters }, context) => ({
	...filters,
	errorCodes: withOther(filters.errorCodes, otherErrorCodes, 'Error Codes', context),
	signalCodes: withOther(filters.signalCodes, otherSignalCodes, 'Signals', context),
}));

const optionsSchema = collectionSchema({
	acknowledge: choiceSchema(['onReceived', 'lastNode'], 'onReceived'),
	combineEvents: booleanSchema(false),
	rememberedEvents: numberSchema(100, 100_000, 5_000),
	outOfOrder: choiceSchema(['emit', 'flag', 'drop'], 'emit'),
	verifySignature: booleanSchema(true),
});

export const parameterSchemas = {
	conditions: conditionListSchema,
	events: listSchema.pipe(z.array(eventChoiceSchema)),
	filters: filtersSchema,
	itemPer: choiceSchema(['event', 'entry'], 'event'),
	onlyOnChange: booleanSchema(true),
	options: optionsSchema,
	simplify: booleanSchema(true),
};

export const parametersSchema = z
	.object(parameterSchemas)
	.superRefine(({ events, conditions }, context) => {
		if (!events.includes('CONDITION_MET') || conditions.length > 0) return;
		const message = "'Condition Met' needs at least one condition: add one under Conditions";
		context.addIssue({ code: 'custom', path: ['conditions'], message });
	});
