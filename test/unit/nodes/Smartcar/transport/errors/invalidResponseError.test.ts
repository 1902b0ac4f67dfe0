import { z } from 'zod';
import { invalidResponseError } from '../../../../../../nodes/Smartcar/transport/errors/invalidResponseError';
import { requestDetails } from './requestDetails';

const details = requestDetails();

describe('a 2xx response with an unusable body', () => {
	const schemaError = z.object({ data: z.array(z.string()) }).safeParse({}).error;
	test.each([
		[
			'a web page',
			'<!DOCTYPE html><html></html>',
			/^Smartcar answered GET \/v2\.0\/user with a web page instead of JSON/,
		],
		['truncated JSON', '{"data": [', /is not complete JSON \(HTTP 200\)$/],
		['an empty body', '', /is empty \(HTTP 200\)$/],
		[
			'JSON in another shape',
			{},
			/^Smartcar's response to GET \/v2\.0\/user has an unexpected format: 'data' Required$/,
		],
	])('%s', (_what, body, message) => {
		expect(
			invalidResponseError(details, { status: 200, body, headers: {} }, schemaError).message,
		).toMatch(message);
	});

	test('recognizes a web page by its content type', () => {
		const error = invalidResponseError(
			details,
			{ status: 200, body: 'Log in', headers: { 'content-type': 'text/html' } },
			schemaError,
		);
		expect(error.message).toContain('web page');
	});
});
