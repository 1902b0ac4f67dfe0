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
	'@n8n/n8n-nodes-langchain.agent 3.1',
	'@n8n/n8n-nodes-langchain.chatTrigger 1.1',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi 1.2',
	'@n8n/n8n-nodes-langchain.memoryBufferWindow 1.3',
	'n8n-nodes-base.compareDatasets 2.3',
	'n8n-nodes-base.dataTable 1.1',
	'n8n-nodes-base.emailSend 2.1',
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
	'n8n-nodes-base.slack 2.3',
	'n8n-nodes-base.sort 1',
	'n8n-nodes-base.splitInBatches 3',
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

/** Nodes that only show how a message is sent. Users enable or replace them. */
const SENDERS = new Set(['n8n-nodes-base.emailSend', 'n8n-nodes-base.slack']);

const NEEDS_CREDENTIAL = new Set([
	...SENDERS,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi',
	'n8n-nodes-base.postgres',
	'n8n-nodes-smartcar.smartcar',
	'n8n-nodes-smartcar.smartcarTool',
	'n8n-nodes-smartcar.smartcarTrigger',
]);

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

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
		const unnamed = example.nodes.filter(
			({ name, type }) =>
				NEEDS_CREDENTIAL.has(type) && !notes.some((content) => content.includes(`**${name}**`)),
		);
		expect(unnamed.map(({ name }) => name)).toEqual([]);
	});

	test('has no secret and no data of an n8n instance', () => {
		expect(readText(file)).not.toMatch(
			/Bearer|clientSecret|apiKey|password|localhost|127\.0\.0\.1|instanceId|cachedResult/i,
		);
	});

	test('names the nodes with pinned data in a sticky note', () => {
		const pinned = Object.keys(example.pinData);
		const notes = stickyNotes(example).map((note) => parseStickyNote(note).content);
		expect(names).toEqual(expect.arrayContaining(pinned));
		for (const name of pinned)
			expect(notes.join()).toMatch(new RegExp(`Unpin .*\\*\\*${escapeRegExp(name)}`));
	});

	test('has makes in upper case in the pinned data, as Smartcar sends them', () => {
		const makes = Object.values(example.pinData).flatMap((items) =>
			items.flatMap(({ json: { make } }) => (typeof make === 'string' ? [make] : [])),
		);
		expect(makes).toEqual(makes.map((make) => make.toUpperCase()));
	});

	test('each sender is disabled, and an enabled node gets the same items', () => {
		const disabled = example.nodes.filter((node) => node.disabled).map(({ name }) => name);
		const senders = example.nodes.filter(({ type }) => SENDERS.has(type)).map(({ name }) => name);
		expect(disabled).toEqual(senders);
		const outputs = Object.values(example.connections).flatMap(({ main = [] }) => main);
		for (const sender of senders) {
			const toSender = outputs.filter((output) => output.some(({ node }) => node === sender));
			expect(toSender.length).toBeGreaterThan(0);
			for (const output of toSender)
				expect(output.some(({ node }) => !senders.includes(node))).toBe(true);
		}
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

test('each example has a name of its own', () => {
	const examples = exampleFiles.map(parseExample);
	expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
});

test('no name of a data table is part of another one, because n8n searches by a part of the name', () => {
	const tables = exampleFiles.flatMap((file) =>
		workflowNodes(parseExample(file)).flatMap(({ parameters }) =>
			typeof parameters.tableName === 'string' ? [parameters.tableName] : [],
		),
	);
	const names = [...new Set(tables)];
	expect(names.length).toBeGreaterThan(1);
	for (const name of names) expect(names.filter((other) => other.includes(name))).toEqual([name]);
});
