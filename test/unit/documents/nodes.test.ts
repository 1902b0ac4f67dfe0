import type { ICredentialType, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { SmartcarAccessTokenApi } from '../../../credentials/SmartcarAccessTokenApi.credentials';
import { SmartcarApplicationApi } from '../../../credentials/SmartcarApplicationApi.credentials';
import { SmartcarOAuth2Api } from '../../../credentials/SmartcarOAuth2Api.credentials';
import { SmartcarWebhookApi } from '../../../credentials/SmartcarWebhookApi.credentials';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { toOutputItems } from '../../../nodes/SmartcarTrigger/event/outputItems';
import { event, parameters } from '../nodes/SmartcarTrigger/events';
import { KNOWN_GROUPS } from '../../../nodes/shared/signalNames';
import { KNOWN_SIGNALS } from '../../../nodes/shared/signals';
import { DOCUMENTS, read } from './support/files';
import { readMarkdown } from './support/markdown';

const { properties } = new Smartcar().description;
const trigger = new SmartcarTrigger().description.properties;

const choices = (property: INodeProperties | undefined): INodePropertyOptions[] =>
	(property?.options ?? []).flatMap((option) => ('value' in option ? option : []));

const fields = (name: string): string[] =>
	(trigger.find((property) => property.name === name)?.options ?? []).flatMap((option) =>
		'displayName' in option ? option.displayName : [],
	);

/** The rows of the table whose first row begins so; cells without emphasis and what stands in brackets. */
function rowsOf(file: string, first: string): string[][] {
	const plain = (cell: string) => cell.replace(/\*/g, '').replace(/ \([^)]*\)/g, '');
	const tables = readMarkdown(read(file)).tables.map((rows) => rows.map((row) => row.map(plain)));
	const table = tables.find((rows) => rows.some(([cell]) => cell === first));
	if (!table) throw new Error(`${file} has no table with a row '${first}'`);
	return table;
}

const isVersion2 = (resource: string) =>
	properties.some(
		({ name, displayOptions }) =>
			name === 'endOfV2Notice' && displayOptions?.show?.resource?.includes(resource),
	);

test('README lists every resource and operation of the node, and which end with v2.0', () => {
	const resources = choices(properties.find(({ name }) => name === 'resource'));
	const offered = resources.map(({ name, value }) => {
		const operations = properties.find(
			(property) =>
				property.name === 'operation' && property.displayOptions?.show?.resource?.includes(value),
		);
		return [
			name,
			choices(operations)
				.map((operation) => operation.name)
				.sort(),
		];
	});
	const listed = rowsOf('README.md', 'Signal').map(([name, operations = '']) => [
		name,
		operations.split(' · ').sort(),
	]);
	expect(listed.sort()).toEqual(offered.sort());
	for (const { name, value } of resources) {
		expect(read('README.md').includes(`| ${name} (v2.0) |`)).toBe(isVersion2(String(value)));
	}
});

test('README lists every event that the trigger knows', () => {
	const events = choices(trigger.find(({ name }) => name === 'events'));
	expect(
		rowsOf('README.md', 'Vehicle State')
			.map(([name]) => name)
			.sort(),
	).toEqual(events.map(({ name }) => name).sort());
});

test('README lists every credential', () => {
	const types: ICredentialType[] = [
		new SmartcarAccessTokenApi(),
		new SmartcarApplicationApi(),
		new SmartcarOAuth2Api(),
		new SmartcarWebhookApi(),
	];
	const listed = rowsOf('README.md', 'Smartcar Webhook API').map(([name]) => name);
	expect(listed.sort()).toEqual(types.map(({ displayName }) => displayName).sort());
});

test('the page on events explains every filter and option of the trigger', () => {
	const filters = rowsOf('docs/events.md', 'Signal Match').flatMap(([names = '']) =>
		names.split(', '),
	);
	expect(filters.sort()).toEqual(fields('filters').sort());
	expect(
		rowsOf('docs/events.md', 'Combine Events')
			.map(([name]) => name)
			.sort(),
	).toEqual(fields('options').sort());
});

test('the item on the page on events is what the trigger makes of a real event', () => {
	const sample = readMarkdown(read('docs/events.md')).code.find(
		({ language }) => language === 'json',
	);
	expect(toOutputItems({ event: event(4), flags: {} }, parameters())).toEqual([
		expect.objectContaining({ eventId: event(4).eventId }),
	]);
	expect(toOutputItems({ event: event(4), flags: {} }, parameters())[0]).toMatchObject(
		JSON.parse(sample?.text ?? ''),
	);
});

test.each(DOCUMENTS)('every signal that %s names is one that the nodes offer', (document) => {
	const code = new RegExp(`^(?:${KNOWN_GROUPS.join('|')})-[a-z]+$`, 'i');
	const named = readMarkdown(read(document)).code.flatMap(({ text }) =>
		code.test(text) ? text : [],
	);
	expect(named.filter((signal) => !KNOWN_SIGNALS.some((known) => known.code === signal))).toEqual(
		[],
	);
});

test('the page on answers explains every refusal', () => {
	const union =
		/export type RejectionCode =([^;]*);/.exec(
			read('nodes/SmartcarTrigger/webhookReply.ts'),
		)?.[1] ?? '';
	const refusals = [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
	const explained = readMarkdown(read('docs/answers.md')).code.map(({ text }) => text);
	expect(refusals.length).toBeGreaterThan(10);
	expect(refusals.filter((name) => !explained.includes(name))).toEqual([]);
});
