import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'yaml';
import { z } from 'zod';
import { postgresEnv } from '../../../tools/n8n/queue/postgres';
import { QUEUE_MODE_ENV } from '../../../tools/n8n/queue/queueCluster';
import { redisEnv } from '../../../tools/n8n/queue/redis';
import { N8N_VERSION } from '../../../tools/n8n/releases';
import { QUEUE_MODE_SETTINGS, QUEUE_PROCESSES } from '../../support/loadTestN8n';
import { parseMarkdown, read } from '../documents/documents';

const serviceSchema = z.object({
	image: z.string(),
	pull_policy: z.string().optional(),
	build: z.object({ dockerfile_inline: z.string() }).optional(),
	command: z.string().optional(),
	environment: z.record(z.string()).optional(),
	healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});

const composeFile = read('examples/queue-mode/compose.yaml');

const { services } = z
	.object({ services: z.record(serviceSchema) })
	.parse(parse(composeFile, { merge: true }));

const n8nServices = Object.entries(services).filter(
	([, { image }]) => image === 'n8n-with-smartcar',
);

/** The names and services of the n8n processes that are started with this command. */
const n8nProcesses = (kind: string) =>
	n8nServices.filter(([, { command }]) => command?.split(' ')[0] === kind);

const workers = n8nProcesses('worker');
const webhookProcessors = n8nProcesses('webhook');

const caddyfile = read('examples/queue-mode/Caddyfile');

test('has the processes that the load tests have', () => {
	expect({ webhook: webhookProcessors.length, worker: workers.length }).toEqual(QUEUE_PROCESSES);
	expect(n8nServices.filter(([, { command }]) => command === undefined)).toHaveLength(1);
});

test('a worker runs as many executions as in the load tests', () => {
	const { workerConcurrency } = QUEUE_MODE_SETTINGS;

	for (const [, { command }] of workers)
		expect(command).toBe(`worker --concurrency=${workerConcurrency}`);
	expect(read('docs/production.md')).toContain(`\`worker --concurrency=${workerConcurrency}\``);
});

test('an update replaces one process after the other, and waits until a worker or a webhook processor is ready', () => {
	const nameOf = ([name]: [string, unknown]) => name;
	const names = ['main', ...workers.map(nameOf), ...webhookProcessors.map(nameOf)];

	expect(composeFile).toContain(
		`# for service in ${names.join(' ')}; do\n#   docker compose up -d --no-deps --wait $service `,
	);
	for (const [, { healthcheck }] of [...workers, ...webhookProcessors])
		expect(healthcheck).toEqual(services.main?.healthcheck);
	for (const [, { environment }] of workers)
		expect(environment).toMatchObject({ QUEUE_HEALTH_CHECK_ACTIVE: 'true' });
});

test.each(n8nServices)('%s has the settings of the tests in queue mode', (_name, service) => {
	expect(service.environment).toMatchObject({
		...QUEUE_MODE_ENV,
		...postgresEnv({ host: 'postgres', port: 5432, user: 'n8n', database: 'n8n' }),
		...redisEnv('redis', 6379),
		...QUEUE_MODE_SETTINGS.n8n,
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	});
	expect(service.environment).toHaveProperty('N8N_ENCRYPTION_KEY');
});

test.each(Object.entries(QUEUE_MODE_SETTINGS.postgres))(
	'PostgreSQL has the setting %s of the load tests, and the documentation names it',
	(name, value) => {
		expect(`${services.postgres?.command} `).toContain(` -c ${name}=${value} `);
		expect(read('docs/production.md')).toContain(name);
	},
);

test('n8n and its database use the same account', () => {
	expect(services.postgres?.environment).toEqual({
		POSTGRES_USER: 'n8n',
		POSTGRES_DB: 'n8n',
		POSTGRES_PASSWORD: n8nServices[0]?.[1].environment?.DB_POSTGRESDB_PASSWORD,
	});
});

test('every n8n process has the package, as README installs it by hand', () => {
	const commands = parseMarkdown(read('README.md')).code.join('\n');
	const install = /npm install .*n8n-nodes-smartcar/.exec(commands)?.[0];

	const { build } = services.main ?? {};
	expect(build?.dockerfile_inline).toContain(`/home/node/.n8n/nodes && ${install}`);
	expect(build?.dockerfile_inline).toContain(`/n8n:${N8N_VERSION}\n`);
	for (const [name, service] of n8nServices)
		expect(service.pull_policy).toBe(name === 'main' ? 'build' : 'never');
});

test('production webhooks go to the webhook processors that are ready, all else to the main process', () => {
	const names = webhookProcessors.map(([name]) => name);
	const addresses = names.map((name) => `${name}:5678`).join(' ');

	expect(caddyfile).toContain(`reverse_proxy @production ${addresses} {`);
	expect(caddyfile).toContain('health_uri /healthz/readiness');
	expect(caddyfile).toContain('\treverse_proxy main:5678\n');
	expect(caddyfile).toContain(`\treverse_proxy /mcp/* ${names[0]}:5678\n`);
	expect(caddyfile).not.toContain('/webhook-test');
});

test('the documentation names the paths that the main process does not serve', () => {
	const paths = /@production path (.*)/.exec(caddyfile)?.[1]?.split(' ') ?? [];

	expect(paths).toEqual(['/webhook/*', '/webhook-waiting*', '/form/*', '/form-waiting/*']);
	for (const path of [...paths, '/mcp/*'])
		expect(read('docs/production.md')).toContain(`\`${path.replace('*', '')}\``);
});

test('Redis loses no execution if the machine fails', () => {
	expect(services.redis?.command).toContain('--appendonly yes --appendfsync always');
	expect(services.redis?.command).toContain('--maxmemory-policy noeviction');
});

test.each([
	[200, 0],
	[503, 1],
])('the main process is healthy if n8n is ready: %d', async (status, exitCode) => {
	const server = createServer((_request, response) => response.writeHead(status).end());
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const [, command = '', ...args] = services.main?.healthcheck?.test ?? [];

	const child = spawn(
		command,
		args.map((arg) => arg.replace(':5678', `:${port}`)),
	);
	const [code]: unknown[] = await once(child, 'exit');
	server.close();

	expect(code).toBe(exitCode);
});
