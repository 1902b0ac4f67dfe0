import { createHash } from 'node:crypto';

/** A hash of texts: short, and the same only for the same texts in the same order. */
export const hashOf = (...texts: string[]): string =>
	createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);
