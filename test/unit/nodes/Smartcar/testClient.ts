import type { IExecuteFunctions } from 'n8n-workflow';
import { DEFAULT_HOSTS } from '../../../../nodes/shared/hosts';
import { SmartcarClient } from '../../../../nodes/Smartcar/transport/client';
import type { RateLimiter } from '../../../../nodes/Smartcar/transport/rateLimiter';
import type { CredentialType } from '../../../../nodes/Smartcar/transport/request';
import { testNode } from '../testNode';

/** A client for one item, with n8n's request helpers. It waits a minute at most for retries. */
export function testClient(
	helpers: object,
	{
		credentialType = 'smartcarApplicationApi',
		limiter,
	}: {
		credentialType?: CredentialType;
		limiter?: RateLimiter;
	} = {},
) {
	const context = {
		getNode: () => testNode(),
		getCredentials: async () => ({}),
		helpers,
	} as unknown as IExecuteFunctions;
	const access = { credentialType, hosts: DEFAULT_HOSTS };
	return new SmartcarClient(context, access, { maxRetryWaitMs: 60_000 }, limiter);
}
