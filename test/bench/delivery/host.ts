import { EventEmitter } from 'node:events';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { APPLICATION } from '../../../tools/scene/credentials';
import { emit } from '../../../nodes/SmartcarTrigger/emit';
import { receive } from '../../../nodes/SmartcarTrigger/receive';
import type { SignedRequest } from '../../simulator/deliveries/signedRequests';

const NODE = {
	id: 'trigger',
	name: 'Smartcar Trigger',
	type: 'n8n-nodes-smartcar.smartcarTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	parameters: {},
	credentials: { smartcarWebhookApi: { id: 'webhook', name: 'Webhook' } },
};
const PARAMETERS: Record<string, unknown> = { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'], simplify: true };
const nothing = () => undefined;

/** What both of n8n's contexts give the node, at no cost: here only the node's own time counts. */
const context = {
	getNode: () => NODE,
	getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
	getMode: () => 'webhook',
	getNodeParameter: (name: string) => PARAMETERS[name] ?? null,
	getCredentials: async () => ({ applicationManagementToken: APPLICATION.applicationManagementToken }),
	logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
};

/** A response that n8n has sent with 200, as far as the node looks at it. */
class Response extends EventEmitter {
	closed = false;
	writableFinished = false;
	statusCode = 200;

	finish(): void {
		this.closed = true;
		this.writableFinished = true;
		this.emit('close');
	}
}

const headersOf = ({ headers }: SignedRequest) =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** A request as n8n has read it from the network. */
export function arrived(request: SignedRequest) {
	return { headers: headersOf(request), rawBody: Buffer.from(request.body) };
}

/**
 * A delivery's way through the node up to n8n's answer: what `webhook()` does, and what it does once the answer is out.
 * @throws Error when the node started no execution
 */
export async function accept(request: ReturnType<typeof arrived>): Promise<INodeExecutionData[]> {
	const response = new Response();
	// Only what the node uses of n8n's context is there; the checks of the outcome show that nothing else is missing.
	const webhook = { ...context, getRequestObject: () => request, getResponseObject: () => response };
	const { workflowData } = await receive.call(webhook as unknown as IWebhookFunctions);
	response.finish();
	if (!workflowData?.[0]) throw new Error('The node did not accept a delivery');
	return workflowData[0];
}

/**
 * The second half, in the execution; n8n's store answers at once.
 * @throws Error when the node emitted nothing
 */
export async function execute(items: INodeExecutionData[]): Promise<void> {
	const execution = {
		...context,
		getInputData: () => items,
		getExecutionId: () => '1',
		helpers: { checkProcessedAndRecord: async (entries: string[]) => ({ new: entries, processed: [] }) },
	};
	const [emitted] = await emit.call(execution as unknown as IExecuteFunctions);
	if (emitted?.length !== items.length) throw new Error('The node did not emit an event');
}
