import { waitForExecutions } from '../n8n/rest';
import type { TestEnvironment } from '../testEnvironment/testEnvironment';
import { describeExecution } from './executionWatch';

const EVENTS = 20;
const COPIES = 5;
const FORGED = 2;
const EXECUTIONS_TIMEOUT_MS = 60_000;

interface Row {
	what: string;
	expected: number;
	found: number;
}

const answeredAs =
	(status: number, word: string) => (attempt: { status: number | null; body: string }) =>
		attempt.status === status && attempt.body.includes(word);

/**
 * The whole job once: the handshake, 20 events, 5 of them a second time, 2 forged ones.
 * @returns whether the workflow ran exactly once for each of the 20, and for nothing else
 */
export async function runOnce(environment: TestEnvironment, workflowId: string): Promise<boolean> {
	const { deliveries, events, webhooks } = environment.simulator;
	const webhook = webhooks.create({ name: 'n8n', callbackUri: environment.callbackUri });
	const { verified } = await webhooks.verify(webhook.id);

	const to = { webhookId: webhook.id, retry: false };
	const genuine = events.many(EVENTS, { webhook });
	const sent = await Promise.all(genuine.map(async (event) => await deliveries.deliver(event, to)));
	const copies = await Promise.all(
		genuine.slice(0, COPIES).map(async (event) => await deliveries.deliver(event, to)),
	);
	const forged = await Promise.all(
		events
			.many(FORGED, { webhook })
			.map(async (event) => await deliveries.deliver(event, { ...to, forged: true })),
	);

	// Whatever was answered 200 is stored by now, so n8n's own list has every execution, one too many as well.
	const executions = await waitForExecutions(
		environment.rest,
		{ workflowId },
		EVENTS,
		EXECUTIONS_TIMEOUT_MS,
	);
	const ran = await Promise.all(
		executions.map(async (execution) => await describeExecution(environment.rest, execution)),
	);

	const attempts = (results: typeof sent) => results.flatMap((result) => result.attempts);
	const rows: Row[] = [
		{ what: 'verification answered', expected: 1, found: verified ? 1 : 0 },
		{
			what: 'events accepted',
			expected: EVENTS,
			found: attempts(sent).filter(answeredAs(200, 'accepted')).length,
		},
		{
			what: 'copies recognised',
			expected: COPIES,
			found: attempts(copies).filter(answeredAs(200, 'duplicate')).length,
		},
		{
			what: 'forged events refused',
			expected: FORGED,
			found: attempts(forged).filter(answeredAs(401, 'signature')).length,
		},
		{
			what: 'executions of the workflow, each of another event',
			expected: EVENTS,
			found: new Set(ran.filter(({ status }) => status === 'success').map(({ eventId }) => eventId))
				.size,
		},
		{ what: 'executions of the workflow in all', expected: EVENTS, found: ran.length },
	];
	console.log();
	for (const { what, expected, found } of rows) {
		console.log(
			`${found === expected ? '✔' : '✖'} ${String(found).padStart(3)} of ${expected} ${what}`,
		);
	}
	return rows.every(({ expected, found }) => expected === found);
}
