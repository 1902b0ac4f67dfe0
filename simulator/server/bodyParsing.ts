import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/apiError';

/**
 * Parses JSON and form bodies, and keeps others as text. JSON may be empty: some clients send that
 * with DELETE.
 */
export function installBodyParsing(app: FastifyInstance): void {
	void app.register(formbody);
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'string' },
		async (_request: unknown, text: string) => {
			if (text === '') return undefined;
			try {
				return JSON.parse(text) as unknown;
			} catch {
				throw new ApiError('VALIDATION', null, {
					description: 'The request body is not JSON.',
				});
			}
		},
	);
	app.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (_request: unknown, text: string) => text,
	);
}
