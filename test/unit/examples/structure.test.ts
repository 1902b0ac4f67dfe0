import { exampleFiles, readExample, steps, stickies, stickyOf, textOf } from './exampleFiles';

/**
 * n8n's own nodes that the examples use, in versions that n8n 1.123 has as well, except for its data tables; that a
 * running n8n has them is for e2e to say.
 */
const BUILT_IN = new Set([
	'@n8n/n8n-nodes-langchain.agent 2.2',
	'@n8n/n8n-nodes-langchain.chatTrigger 1.1',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi 1.2',
	'@n8n/n8n-nodes-langchain.memoryBufferWindow 1.3',
	'n8n-nodes-base.compareDatasets 2.3',
	'n8n-nodes-base.dataTable 1.1',
	'n8n-nodes-base.filter 2.2',
	'n8n-nodes-base.html 1.2',
	'n8n-nodes-base.if 2.2',
	'n8n-nodes-base.merge 3',
	'n8n-nodes-base.noOp 1',
	'n8n-nodes-base.postgres 2.6',
	'n8n-nodes-base.removeDuplicates 2',
	'n8n-nodes-base.scheduleTrigger 1.2',
	'n8n-nodes-base.set 3.4',
	'n8n-nodes-base.sort 1',
	'n8n-nodes-base.splitOut 1',
	'n8n-nodes-base.stickyNote 1',
	'n8n-nodes-base.summarize 1.1',
]);

const OURS = new Set([
	'n8n-nodes-smartcar.smartcar 1',
	'n8n-nodes-smartcar.smartcarTool 1',
	'n8n-nodes-smartcar.smartcarTrigger 1.1',
]);

/** Placeholders: whoever imports an example chooses a credential of his own in their place. */
const CREDENTIALS: Record<string, { id: string; name: string }> = {
	openAiApi: { id: 'openAi0000000001', name: 'OpenAI' },
	postgres: { id: 'fleetPostgres0001', name: 'Postgres' },
	smartcarApplicationApi: { id: 'smartcarApp00001', name: 'Smartcar Application' },
	smartcarWebhookApi: { id: 'smartcarWebhook01', name: 'Smartcar Webhook' },
};

/** Bold in sticky notes, and not the name of a node. */
const BOLD_BESIDE_NODES = new Set(['production URL', 'error callback URI']);

const boldIn = (text: string) =>
	[...text.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? '');

describe.each(exampleFiles)('%s', (file) => {
	const example = readExample(file);
	const names = example.nodes.map(({ name }) => name);

	test('uses nodes that n8n brings, and ours', () => {
		const used = example.nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`);
		expect(used.filter((one) => !BUILT_IN.has(one) && !OURS.has(one))).toEqual([]);
		expect(used.some((one) => OURS.has(one))).toBe(true);
	});

	test('says in a sticky note what to change: each credential, by the names of the nodes', () => {
		const [first, ...others] = stickies(example);
		if (first === undefined) throw new Error('There is no sticky note');
		expect(stickyOf(first).content).toMatch(/^## .+\n\n1\. /);
		expect(first.name).toBe('Read Me');
		for (const other of others) expect(stickyOf(other).content).toMatch(/^### /);

		const bold = new Set(stickies(example).flatMap((note) => boldIn(stickyOf(note).content)));
		expect(
			[...bold].filter((text) => !names.includes(text) && !BOLD_BESIDE_NODES.has(text)),
		).toEqual([]);
		const asking = example.nodes.filter(({ credentials }) => credentials !== undefined);
		expect(asking.filter(({ name }) => !bold.has(name))).toEqual([]);
	});

	test('refers to placeholders, and holds no secret and no trace of the n8n that it was made in', () => {
		for (const { credentials = {} } of example.nodes) {
			for (const [type, credential] of Object.entries(credentials))
				expect(credential).toEqual(CREDENTIALS[type]);
		}
		expect(textOf(file)).not.toMatch(
			/Bearer|clientSecret|apiKey|password|localhost|127\.0\.0\.1|instanceId|pinData|cachedResult/i,
		);
	});

	test('hangs together: every node has its own name and is connected, and expressions name nodes that exist', () => {
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(example.nodes.map(({ id }) => id)).size).toBe(names.length);
		const links = Object.entries(example.connections).flatMap(([from, byType]) =>
			Object.values(byType)
				.flat(2)
				.flatMap(({ node }) => [from, node]),
		);
		expect([...new Set(links)].sort()).toEqual(
			steps(example)
				.map(({ name }) => name)
				.sort(),
		);
		const mentioned = [...JSON.stringify(steps(example)).matchAll(/\$\('(.+?)'\)/g)].map(
			(match) => match[1],
		);
		expect(mentioned.filter((name) => !names.includes(name ?? ''))).toEqual([]);
	});

	test('is in the list', () => {
		expect(textOf('README.md')).toContain(`](${file})`);
	});
});

test('no two examples take the place of each other when they are imported', () => {
	const examples = exampleFiles.map(readExample);
	const webhookIds = examples.flatMap(({ nodes }) =>
		nodes.flatMap(({ webhookId }) => webhookId ?? []),
	);
	for (const list of [examples.map(({ id }) => id), examples.map(({ name }) => name), webhookIds]) {
		expect(new Set(list).size).toBe(list.length);
	}
});
