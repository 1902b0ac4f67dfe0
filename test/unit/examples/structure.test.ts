import {
	exampleFiles,
	parseExample,
	parseStickyNote,
	readText,
	stickyNotes,
	workflowNodes,
} from './exampleFiles';

/** n8n's own nodes in the examples. The end-to-end tests check that n8n has them. */
const BUILT_IN = new Set([
	'@n8n/n8n-nodes-langchain.agent 2.2',
	'@n8n/n8n-nodes-langchain.chatTrigger 1.1',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi 1.2',
	'@n8n/n8n-nodes-langchain.memoryBufferWindow 1.3',
	'n8n-nodes-base.compareDatasets 2.3',
	'n8n-nodes-base.dataTable 1.1',
	'n8n-nodes-base.filter 2.2',
	'n8n-nodes-base.form 2.3',
	'n8n-nodes-base.formTrigger 2.3',
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
	'n8n-nodes-base.wait 1.1',
]);

const SMARTCAR = new Set([
	'n8n-nodes-smartcar.smartcar 1',
	'n8n-nodes-smartcar.smartcarTool 1',
	'n8n-nodes-smartcar.smartcarTrigger 1.1',
]);

/** The IDs of credentials are placeholders. After the import a user selects his own credentials. */
const CREDENTIALS: Record<string, { id: string; name: string }> = {
	openAiApi: { id: 'openAi0000000001', name: 'OpenAI' },
	postgres: { id: 'fleetPostgres0001', name: 'Postgres' },
	smartcarApplicationApi: { id: 'smartcarApp00001', name: 'Smartcar Application' },
	smartcarWebhookApi: { id: 'smartcarWebhook01', name: 'Smartcar Webhook' },
};

describe.each(exampleFiles)('%s', (file) => {
	const example = parseExample(file);
	const names = example.nodes.map(({ name }) => name);

	test("uses only n8n's nodes and Smartcar nodes", () => {
		const used = example.nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`);
		expect(used.filter((node) => !BUILT_IN.has(node) && !SMARTCAR.has(node))).toEqual([]);
		expect(used.some((node) => SMARTCAR.has(node))).toBe(true);
	});

	test('names every node that needs a credential in a sticky note', () => {
		const notes = stickyNotes(example).map((note) => parseStickyNote(note).content);
		const withCredentials = example.nodes.filter(({ credentials }) => credentials !== undefined);
		const unnamed = withCredentials.filter(
			({ name }) => !notes.some((content) => content.includes(`**${name}**`)),
		);
		expect(unnamed.map(({ name }) => name)).toEqual([]);
	});

	test('has placeholders for credentials, and no secret or data of an n8n instance', () => {
		for (const { credentials = {} } of example.nodes) {
			for (const [type, credential] of Object.entries(credentials))
				expect(credential).toEqual(CREDENTIALS[type]);
		}
		expect(readText(file)).not.toMatch(
			/Bearer|clientSecret|apiKey|password|localhost|127\.0\.0\.1|instanceId|pinData|cachedResult/i,
		);
	});

	test('has unique node names and IDs', () => {
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(example.nodes.map(({ id }) => id)).size).toBe(names.length);
	});

	test('connects every node', () => {
		const connected = Object.entries(example.connections).flatMap(([from, byType]) =>
			Object.values(byType)
				.flat(2)
				.flatMap(({ node }) => [from, node]),
		);
		expect([...new Set(connected)].sort()).toEqual(
			workflowNodes(example)
				.map(({ name }) => name)
				.sort(),
		);
	});

	test('has no expression that refers to an unknown node', () => {
		const expressions = JSON.stringify(workflowNodes(example));
		const mentioned = [...expressions.matchAll(/\$\('(.+?)'\)/g)].map((match) => match[1] ?? '');
		expect(mentioned.filter((name) => !names.includes(name))).toEqual([]);
	});

	test('is linked from examples/README.md', () => {
		expect(readText('README.md')).toContain(`](${file})`);
	});
});

test('no example replaces another one when it is imported', () => {
	const examples = exampleFiles.map(parseExample);
	const webhookIds = examples.flatMap(({ nodes }) =>
		nodes.flatMap(({ webhookId }) => webhookId ?? []),
	);
	for (const list of [examples.map(({ id }) => id), examples.map(({ name }) => name), webhookIds])
		expect(new Set(list).size).toBe(list.length);
});
