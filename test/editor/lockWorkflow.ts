import { chainOfNodes, type Workflow } from '../../tools/testEnvironment/workflow';
import { noOpNode, triggerNode } from '../support/triggerWorkflows';

const ID = 'smartcarLock00001';

/** A workflow that starts when the lock changes, and for nothing else. It is not published. */
export const LOCK_WORKFLOW: Workflow = chainOfNodes(ID, [
	{
		...triggerNode(ID),
		parameters: { events: ['VEHICLE_STATE'], filters: { signalCodes: ['closure-islocked'] } },
	},
	noOpNode('Step'),
]);
