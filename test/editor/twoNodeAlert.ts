import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';

const SLACK = 'n8n-nodes-base.slack';

/** A credential that nobody uses. Without one, n8n marks the node as incomplete. */
export const SLACK_CREDENTIAL = {
	id: 'slack00000000001',
	name: 'Slack',
	type: 'slackApi',
	data: { accessToken: 'test-token' },
};

/**
 * The example workflow for an alert, reduced to its trigger and its Slack node, which is enabled.
 */
export function twoNodeAlert(alert: Workflow): Workflow {
	const nodes = alert.nodes.filter(
		({ type }) => type === SLACK || type === 'n8n-nodes-smartcar.smartcarTrigger',
	);
	const [trigger, slack] = nodes;
	if (trigger === undefined || slack?.type !== SLACK)
		throw new Error(`'${alert.name}' has no trigger with a Slack node`);
	const { id, name } = SLACK_CREDENTIAL;
	return {
		...alert,
		id: `${alert.id}-two-nodes`,
		nodes: [
			{ ...trigger, webhookId: `${webhookIdOf(alert)}-two-nodes`, position: [0, 0] },
			{ ...slack, disabled: false, position: [224, 0], credentials: { slackApi: { id, name } } },
		],
		connections: { [trigger.name]: { main: [[{ node: slack.name, type: 'main', index: 0 }]] } },
	};
}
