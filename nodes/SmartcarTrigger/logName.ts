import type { IExecuteFunctions } from 'n8n-workflow';

/** How n8n's log names a trigger, since n8n can have many. */
export function logName(context: Pick<IExecuteFunctions, 'getWorkflow'>): string {
	const { name } = context.getWorkflow();
	return name === undefined ? 'Smartcar Trigger' : `Smartcar Trigger in ${JSON.stringify(name)}`;
}
