import type { NodeHint } from 'n8n-workflow';

/**
 * Shown beside the panel until the first event has come. It says "if": the editor lets no expression see the URLs of a
 * trigger, or its own address, so there is no telling them apart. The log names the address (registration.ts).
 */
const addressHint: NodeHint = {
	message:
		'Smartcar calls public HTTPS addresses only. If the webhook URLs begin with <b>http://</b> or name <b>localhost</b> or a private address, no event can arrive: set <b>N8N_WEBHOOK_URL</b> of n8n (older: <b>WEBHOOK_URL</b>) to its public address.',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
};

export const hints: NodeHint[] = [addressHint];
