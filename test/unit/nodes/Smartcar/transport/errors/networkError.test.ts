import { NodeApiError, UserError } from 'n8n-workflow';
import { readOutcome } from '../../../../../../nodes/Smartcar/transport/errors/networkError';
import { explainTokenTrouble } from '../../../../../../nodes/Smartcar/transport/errors/tokenError';

const node = {
	id: '1',
	name: 'Smartcar',
	type: 'smartcar',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

/** An error as n8n 1.x wraps it: what it was made of is gone. */
function wrapped(
	message: string,
	{ httpCode, data }: { httpCode?: string; data?: object } = {},
): NodeApiError {
	const error = new NodeApiError(node, {}, { message, httpCode });
	error.message = message;
	Object.assign(error.context, data && { data });
	return error;
}

const answered = Object.assign(new Error('Request failed'), {
	response: { status: 409, data: { type: 'VEHICLE_STATE' }, headers: { 'Retry-After': '7' } },
});

test('reads the answer that an error carries, wrapped or not', () => {
	const outcome = { status: 409, body: { type: 'VEHICLE_STATE' }, headers: { 'retry-after': '7' } };
	expect(readOutcome(answered)).toEqual(outcome);
	const error = wrapped('Conflict');
	error.cause = answered;
	expect(readOutcome(error)).toEqual(outcome);
});

test('reads what n8n 1.x leaves of an answer', () => {
	const data = { type: 'VEHICLE_STATE' };
	expect(readOutcome(wrapped('Conflict', { httpCode: '409', data }))).toEqual({
		status: 409,
		body: data,
		headers: {},
	});
});

test('reads what n8n 1.x leaves of a network trouble', () => {
	const error = wrapped('The service refused the connection', { httpCode: 'ECONNREFUSED' });
	expect(readOutcome(error)).toEqual({ cause: error, code: 'ECONNREFUSED' });
	expect(explainTokenTrouble(error)).toBeUndefined();
});

test.each([
	['OAuth credentials not connected', undefined, 'The Smartcar OAuth2 credential is not connected'],
	[
		'refreshToken is required',
		'ERR_ASSERTION',
		'The access token has expired, and Smartcar gave no refresh token to renew it with',
	],
	[
		'The refresh token is revoked.',
		'EAUTH',
		'Smartcar did not renew the access token (The refresh token is revoked.)',
	],
	['Smartcar did not accept the client ID', undefined, 'Smartcar did not accept the client ID'],
])('tells of the token what n8n 1.x leaves of "%s"', (message, httpCode, told) => {
	const error = wrapped(message, { httpCode });
	expect(readOutcome(error)).toEqual({ cause: error, code: httpCode });
	expect(explainTokenTrouble(error)).toMatchObject({
		message: told,
		failure: { cause: 'credential-invalid' },
	});
});

test('an error that nothing wrapped is explained by its class', () => {
	expect(
		explainTokenTrouble(new UserError('Refused', { description: 'Check the ID' })),
	).toMatchObject({
		message: 'Refused',
		description: 'Check the ID',
	});
});
