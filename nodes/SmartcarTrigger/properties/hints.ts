import type { NodeHint } from 'n8n-workflow';

/**
 * Shown until the first event arrives. It says "If", because a hint cannot read the URLs of the
 * trigger. When the workflow is published, the log names a wrong URL (`registration.ts`).
 */
const publicUrlHint: NodeHint = {
	message:
		'Smartcar delivers events only to public HTTPS URLs. If the webhook URLs begin with <b>http://</b>, or contain <b>localhost</b> or a private address, no event can arrive. Set the environment variable <b>N8N_WEBHOOK_URL</b> to the public URL of n8n.',
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
};

export const hints: NodeHint[] = [publicUrlHint];
