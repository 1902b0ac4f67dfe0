import { OperationalError, UserError } from 'n8n-workflow';
import { networkError } from '../../../../../../nodes/Smartcar/transport/errors/networkError';
import { requestDetails } from './requestDetails';

// Before the end of v2.0, after which the advice names Version 3 first.
beforeAll(() => jest.useFakeTimers({ now: new Date('2026-11-01T00:00:00Z') }));
afterAll(() => jest.useRealTimers());

const details = requestDetails();

describe('a request without a response', () => {
	test.each([
		['ECONNREFUSED', 'the connection was refused'],
		['ENOTFOUND', 'the host name is unknown'],
		['ECONNABORTED', 'it did not answer in time'],
		['CERT_HAS_EXPIRED', 'certificate has expired'],
	])('explains %s', (code, reason) => {
		const cause = Object.assign(new Error('certificate has expired'), { code });
		const error = networkError(details, cause, true);
		expect(error.message).toBe(
			`Smartcar could not be reached at https://api.smartcar.com: ${reason}`,
		);
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
	});

	test('names the token endpoint if that was called, although the URL of the API begins like it', () => {
		const url = 'https://iam.smartcar.com.example/v2.0/vehicles';
		const cause = { config: { url: 'https://iam.smartcar.com/oauth2/token' }, code: 'ENOTFOUND' };
		expect(networkError(requestDetails({ url }), cause, true).message).toContain(
			'could not be reached at https://iam.smartcar.com: ',
		);
	});

	test('keeps the message and the advice of an error that the credential has thrown', () => {
		const refused = networkError(
			details,
			new UserError('Refused.', { description: 'Check the ID.' }),
			true,
		);
		expect(refused).toMatchObject({
			message: 'Refused.',
			description: 'Check the ID.',
			failure: { cause: 'credential-invalid' },
		});
		const down = networkError(details, new OperationalError('Down.'), true);
		expect(down).toMatchObject({ message: 'Down.', failure: { cause: 'temporarily-unavailable' } });
	});

	test('warns that a request that is not idempotent may have been executed', () => {
		const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		expect(networkError(details, cause, false).description).toMatch(
			/^Smartcar may have executed the request: check before you send it again\./,
		);
		expect(networkError(details, cause, true).description).toMatch(
			/^Check n8n's network connection/,
		);
	});

	test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
		'does not warn after %s, because nothing was sent',
		(code) => {
			const cause = Object.assign(new Error('x'), { code });
			expect(networkError(details, cause, false).description).toMatch(
				/^Check n8n's network connection/,
			);
		},
	);
});
