import { z } from 'zod';
import type { GenericValue } from 'n8n-workflow';

/** Any value that JSON can hold. */
export const jsonValue = z.custom<GenericValue>();

/** An object with fields that are checked and any others, which pass through as they are. */
export function open<T extends z.ZodRawShape>(shape: T) {
	return z.object(shape).catchall(jsonValue);
}
