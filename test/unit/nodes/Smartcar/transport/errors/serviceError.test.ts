import { readServiceError } from '../../../../../../nodes/Smartcar/transport/errors/serviceError';

test('reads a v2.0 body', () => {
	const body = {
		type: 'VEHICLE_STATE',
		code: 'ASLEEP',
		description: 'The vehicle is asleep.',
		docURL: 'https://smartcar.com/docs/errors#asleep',
		statusCode: 409,
		requestId: 'request-1',
		resolution: { type: 'RETRY_LATER', url: 'https://example.com/how' },
		suggestedUserMessage: 'Please try again later.',
	};
	expect(readServiceError(body)).toEqual({
		type: 'VEHICLE_STATE',
		code: 'ASLEEP',
		description: 'The vehicle is asleep.',
		docsUrl: 'https://smartcar.com/docs/errors#asleep',
		requestId: 'request-1',
		resolution: 'RETRY_LATER',
		resolutionUrl: 'https://example.com/how',
		suggestedUserMessage: 'Please try again later.',
	});
});

test.each([
	['text', 'RETRY_LATER', 'RETRY_LATER'],
	['an object', { type: 'REAUTHENTICATE' }, 'REAUTHENTICATE'],
	['an object without a type', { type: null }, undefined],
	['null', null, undefined],
])('reads the resolution as %s', (_what, resolution, expected) => {
	expect(readServiceError({ type: 'PERMISSION', code: null, resolution })?.resolution).toBe(
		expected,
	);
});

test('adds what a v2.0 VALIDATION says about each field', () => {
	const detail = [{ field: ['requests'], message: 'is required' }];
	const error = readServiceError({ type: 'VALIDATION', description: 'Request invalid.', detail });
	expect(error?.description).toBe('Request invalid. · requests: is required');
});

test('does not repeat a description that is also the message of a field', () => {
	const detail = [{ field: ['requests'], message: 'is required' }];
	const error = readServiceError({
		type: 'VALIDATION',
		description: 'requests: is required',
		detail,
	});
	expect(error?.description).toBe('requests: is required');
});

test.each([
	[{ title: 'Title', description: 'Description', message: 'Message' }, 'Title'],
	[{ description: 'Description', message: 'Message' }, 'Description'],
	[{ description: 'Deprecated. Use detail', message: 'Message' }, 'Message'],
	[{ description: 'Deprecated. Use detail' }, undefined],
])('takes the reason of an entry without a detail from %j', (fields, expected) => {
	const body = { errors: [{ type: 'SERVER', ...fields }] };
	expect(readServiceError(body)?.description).toBe(expected);
});

test('reads all entries of an error list', () => {
	const entry = {
		status: '400',
		type: 'VALIDATION',
		code: 'BAD_REQUEST',
		title: 'Bad Request',
		detail: 'The page is too large.',
		resolution: { type: 'CONTACT_SUPPORT' },
		suggestedUserMessage: 'Ask for less.',
		links: { about: 'https://smartcar.com/docs/errors#validation' },
		meta: { debug: { requestId: 'request-2' } },
	};
	const errors = [entry, { ...entry, detail: undefined, title: 'Second' }];
	expect(readServiceError({ errors })).toEqual({
		type: 'VALIDATION',
		code: 'BAD_REQUEST',
		description: 'The page is too large. · Second',
		resolution: 'CONTACT_SUPPORT',
		resolutionUrl: undefined,
		suggestedUserMessage: 'Ask for less.',
		docsUrl: 'https://smartcar.com/docs/errors#validation',
		requestId: 'request-2',
	});
});

test('reads an error of the token endpoint', () => {
	const error = readServiceError({ error: 'invalid_client', error_description: 'Unknown client.' });
	expect(error).toMatchObject({ type: 'invalid_client', description: 'Unknown client.' });
});

test('reads an error from before v2.0', () => {
	const error = readServiceError({
		error: 'vehicle_state_error',
		message: 'Door is open.',
		code: 'VS_004',
	});
	expect(error).toMatchObject({
		type: 'vehicle_state_error',
		code: 'VS_004',
		description: 'Door is open.',
	});
});

test('reads an error whose text is in `detail`', () => {
	const error = readServiceError({ type: 'VEHICLE_STATE', status: '409', detail: 'It is asleep.' });
	expect(error).toMatchObject({ type: 'VEHICLE_STATE', description: 'It is asleep.' });
});

test('keeps unknown types and codes', () => {
	const error = readServiceError({ type: 'WEATHER', code: 'too_cold', description: 'Brr.' });
	expect(error).toMatchObject({ type: 'WEATHER', code: 'too_cold' });
});

test('ignores fields of the wrong type', () => {
	const error = readServiceError({
		type: 'SERVER',
		code: 7,
		description: ['?'],
		docURL: {},
		detail: 7,
	});
	expect(error).toMatchObject({
		type: 'SERVER',
		code: undefined,
		description: undefined,
		docsUrl: undefined,
	});
});

test.each([[undefined], [null], [''], ['<html></html>'], [{}], [{ errors: [] }], [[]], [7]])(
	'finds nothing in %j',
	(body) => {
		expect(readServiceError(body)).toBeUndefined();
	},
);
