import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { SmartcarAccessTokenApi } from '../../../credentials/SmartcarAccessTokenApi.credentials';
import { SmartcarApplicationApi } from '../../../credentials/SmartcarApplicationApi.credentials';
import { SmartcarOAuth2Api } from '../../../credentials/SmartcarOAuth2Api.credentials';
import { SmartcarWebhookApi } from '../../../credentials/SmartcarWebhookApi.credentials';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarTrigger } from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { KNOWN_GROUPS } from '../../../nodes/shared/signalNames';
import { KNOWN_SIGNALS } from '../../../nodes/shared/knownSignals';
import { N8N_VERSION, OLDEST_N8N_VERSION } from '../../../tools/n8n/releases';
import { DOCUMENTS, parseMarkdown, read } from './documents';

const action = new Smartcar().description.properties;
const trigger = new SmartcarTrigger().description.properties;

const choicesOf = (property: INodeProperties | undefined): INodePropertyOptions[] =>
	(property?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

const fieldsOf = (collection: string): string[] =>
	(trigger.find(({ name }) => name === collection)?.options ?? []).flatMap((option) =>
		'displayName' in option ? option.displayName : [],
	);

/** The rows of all tables on a page. */
const tableRows = (file: string): string[] =>
	read(file)
		.split('\n')
		.filter((line) => line.startsWith('| '));

test('README names the versions of n8n that the tests run on', () => {
	const versions = `Tested end to end on n8n ${N8N_VERSION} and n8n ${OLDEST_N8N_VERSION},`;

	expect(read('README.md')).toContain(versions);
});

const resources = choicesOf(action.find(({ name }) => name === 'resource'));

test.each(resources)("README lists the operations of '$name'", ({ name, value }) => {
	const operations = action.find(
		(property) =>
			property.name === 'operation' &&
			property.displayOptions?.show?.resource?.includes(String(value)),
	);
	const row = tableRows('README.md').find((line) =>
		[`| ${name} |`, `| ${name} (v2.0) |`].some((start) => line.startsWith(start)),
	);
	const listed = row?.split('|')[2]?.split('·') ?? [];
	expect(listed.map((operation) => operation.replace(/\(.*\)/, '').trim()).sort()).toEqual(
		choicesOf(operations)
			.map((operation) => operation.name)
			.sort(),
	);
});

test.each([
	...choicesOf(trigger.find(({ name }) => name === 'events')).map(({ name }) => name),
	...[
		new SmartcarAccessTokenApi(),
		new SmartcarApplicationApi(),
		new SmartcarOAuth2Api(),
		new SmartcarWebhookApi(),
	].map(({ displayName }) => displayName),
])("README explains '%s'", (name) => {
	expect(tableRows('README.md').map((row) => row.replaceAll('*', ''))).toContainEqual(
		expect.stringContaining(`| ${name} |`),
	);
});

test.each([...fieldsOf('filters'), ...fieldsOf('options')])(
	"the page on events explains '%s'",
	(name) => {
		const names = tableRows('docs/events.md').flatMap((row) => row.split('|')[1]?.split(','));
		expect(names.map((cell) => cell?.trim())).toContain(name);
	},
);

test.each(DOCUMENTS)('every signal code in %s is one that the nodes know', (document) => {
	const code = new RegExp(`^(?:${KNOWN_GROUPS.join('|')})-[a-z]+$`, 'i');
	const named = parseMarkdown(read(document)).code.filter((text) => code.test(text));
	const known = KNOWN_SIGNALS.map((signal) => signal.code);
	expect(named.filter((signal) => !known.includes(signal))).toEqual([]);
});
