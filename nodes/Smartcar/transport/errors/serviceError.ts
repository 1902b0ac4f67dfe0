import { z } from 'zod';

/** An error body of Smartcar, in one form for all of its formats. */
export interface ServiceError {
	type?: string;
	code?: string;
	description?: string;
	suggestedUserMessage?: string;
	resolution?: string;
	resolutionUrl?: string;
	docsUrl?: string;
	requestId?: string;
}

/**
 * v2.0 error codes of a 500 response that stays the same when the request is sent again.
 * See docs/contributing/smartcar-api.md#error-codes.
 */
const PERMANENT_CODES = new Set(['RECORD_NOT_FOUND', 'MULTIPLE_RECORDS_FOUND']);

/** Whether a server error stays the same when the request is sent again. */
export function isPermanent(error: ServiceError | undefined): boolean {
	return PERMANENT_CODES.has(error?.code?.toUpperCase() ?? '');
}

const textSchema = z.string().min(1).optional().catch(undefined);

const resolutionSchema = z
	.union([
		z.string().transform((type) => ({ type, url: undefined })),
		z.object({ type: textSchema, url: textSchema }).transform(({ type, url }) => ({ type, url })),
	])
	.optional()
	.catch(undefined);

const flatErrorSchema = z.object({
	type: textSchema,
	code: textSchema,
	description: textSchema,
	message: textSchema,
	error: textSchema,
	error_description: textSchema,
	docURL: textSchema,
	requestId: textSchema,
	resolution: resolutionSchema,
	suggestedUserMessage: textSchema,
	detail: z
		.union([
			z.string().transform((message) => [{ field: [], message }]),
			z.array(z.object({ field: z.array(z.string()).catch([]), message: textSchema })),
		])
		.catch([]),
});

/** Smartcar sends "Deprecated. Use detail" where there was text before. */
const descriptionSchema = textSchema.transform((text) =>
	text?.startsWith('Deprecated. Use') ? undefined : text,
);

const errorListSchema = z.object({
	errors: z
		.array(
			z.object({
				type: textSchema,
				code: textSchema,
				title: textSchema,
				detail: textSchema,
				description: descriptionSchema,
				message: textSchema,
				resolution: resolutionSchema,
				suggestedUserMessage: textSchema,
				links: z.object({ about: textSchema }).optional().catch(undefined),
				meta: z
					.object({
						requestId: textSchema,
						debug: z.object({ requestId: textSchema }).optional().catch(undefined),
					})
					.optional()
					.catch(undefined),
			}),
		)
		.nonempty(),
});

function readErrorList(body: unknown): ServiceError | undefined {
	const parsed = errorListSchema.safeParse(body);
	if (!parsed.success) return undefined;
	const { errors } = parsed.data;
	const [first] = errors;
	const descriptions = errors
		.map(({ detail, title, description, message }) => detail ?? title ?? description ?? message)
		.filter((part) => part !== undefined);
	return {
		type: first.type,
		code: first.code,
		description: [...new Set(descriptions)].join(' · ') || undefined,
		suggestedUserMessage: first.suggestedUserMessage,
		resolution: first.resolution?.type,
		resolutionUrl: first.resolution?.url,
		docsUrl: first.links?.about,
		requestId: first.meta?.debug?.requestId ?? first.meta?.requestId,
	};
}

function readFlatError(body: unknown): ServiceError | undefined {
	const parsed = flatErrorSchema.safeParse(body);
	if (!parsed.success) return undefined;
	const error = parsed.data;
	const fields = error.detail.map(({ field, message }) =>
		[field.join('.'), message].filter(Boolean).join(': '),
	);
	const summary = error.description ?? error.error_description ?? error.message;
	const description = [...new Set([summary, ...fields])].filter(Boolean).join(' · ') || error.error;
	const type = error.type ?? error.error;
	if (!type && !description) return undefined;
	return {
		type,
		code: error.code,
		description,
		suggestedUserMessage: error.suggestedUserMessage,
		resolution: error.resolution?.type,
		resolutionUrl: error.resolution?.url,
		docsUrl: error.docURL,
		requestId: error.requestId,
	};
}

/**
 * Reads the error body of a response: `errors[]` from the management and v3 APIs, a flat object
 * from the v2.0 API and from the token endpoint. Unknown types and codes are kept. See
 * docs/contributing/smartcar-api.md#api-errors.
 *
 * @returns undefined when the body explains nothing, such as a web page of a gateway
 */
export function readServiceError(body: unknown): ServiceError | undefined {
	return readErrorList(body) ?? readFlatError(body);
}
