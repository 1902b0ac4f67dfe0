import type { RequestDetails } from '../../../../../../nodes/Smartcar/transport/request';
import { testNode } from '../../../testNode';

/** The details of a request to the v2.0 API, with some of them changed. */
export const requestDetails = (changes: Partial<RequestDetails> = {}): RequestDetails => ({
	node: testNode({ name: 'Smartcar', type: 'n8n-nodes-smartcar.smartcar' }),
	credentialType: 'smartcarApplicationApi',
	itemIndex: 4,
	request: { method: 'GET', host: 'vehicleDataUrl' },
	path: '/v2.0/user',
	url: 'https://api.smartcar.com',
	...changes,
});
