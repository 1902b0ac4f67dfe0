import type { IExecuteFunctions } from 'n8n-workflow';

/** Shows a hint beside the output of the trigger. @param message is HTML */
export function addHint(
	this: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
	type: 'info' | 'warning' = 'warning',
): void {
	this.addExecutionHints({ message, type, location: 'outputPane' });
}
