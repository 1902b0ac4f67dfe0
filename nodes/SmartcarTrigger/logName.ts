import { triggerNodeName, type TriggerContext } from './triggerKey';

const DEFAULT_NAME = 'Smartcar Trigger';

/** How n8n's log names a trigger, since n8n and a workflow can have many. */
export function logName(context: TriggerContext): string {
	const nodeName = triggerNodeName(context);
	const trigger =
		nodeName === DEFAULT_NAME ? DEFAULT_NAME : `${DEFAULT_NAME} ${JSON.stringify(nodeName)}`;
	const { name } = context.getWorkflow();
	return name === undefined ? trigger : `${trigger} in ${JSON.stringify(name)}`;
}
