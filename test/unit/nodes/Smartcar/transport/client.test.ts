import { NodeApiError } from 'n8n-workflow';
import { readThrownResponse, toPath } from '../../../../../nodes/Smartcar/transport/client';
import { testNode } from '../../testNode';

test('toPath encodes each segment, so that an ID cannot lead to another path', () => {
	expect(toPath(['v2.0', 'vehicles', 'a/../b', 'batch'])).toBe('/v2.0/vehicles/a%2F..%2Fb/batch');
});

describe('readThrownResponse', () => {
	const conflict = Object.assign(new Error('Request failed'), {
		response: { status: 409, data: { type: 'VEHICLE_STATE' }, headers: { 'Retry-After': '7' } },
	});

	test.each([
		['an error', conflict],
		["one of n8n's errors", Object.assign(new NodeApiError(testNode(), {}), { cause: conflict })],
	])('reads the response that %s contains', (_what, error) => {
		expect(readThrownResponse(error)).toEqual({
			status: 409,
			body: { type: 'VEHICLE_STATE' },
			headers: { 'retry-after': '7' },
		});
	});

	test('reads the code of a network error', () => {
		const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		expect(readThrownResponse(cause)).toEqual({ cause, code: 'ECONNRESET' });
	});

	test('a success that breaks off is no response', () => {
		const response = { status: 200, data: undefined, headers: {} };
		const cause = Object.assign(new Error('stream has been aborted'), {
			code: 'ERR_BAD_RESPONSE',
			response,
		});
		expect(readThrownResponse(cause)).toEqual({ cause, code: 'ERR_BAD_RESPONSE' });
	});
});
