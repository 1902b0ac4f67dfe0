import type { RequestDetails } from '../../../../../../nodes/Smartcar/transport/request';
import { testNode } from '../../../testNode';

/** The item that sent the request of {@link requestDetails}. */
export const ITEM_INDEX = 4;

/** The details of a request for the user of the v2.0 API, unless `changes` says otherwise. */
export const requestDetails = (changes: Partial<RequestDetails> = {}): RequestDetails => ({
	node: testNode({ name: 'Smartcar', type: 'n8n-nodes-smartcar.smartcar' }),
	credentialType: 'smartcarApplicationApi',
	itemIndex: ITEM_INDEX,
	request: { method: 'GET', host: 'vehicleDataUrl' },
	path: '/v2.0/user',
	url: 'https://api.smartcar.com',
	...changes,
});
