import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import { unpackTarball, type UnpackedPackage } from './support/unpack';

/** The only categories that n8n's node picker knows. */
const CATEGORIES = [
	'Data & Storage',
	'Finance & Accounting',
	'Marketing & Content',
	'Productivity',
	'Miscellaneous',
	'Sales',
	'Development',
	'Analytics',
	'Communication',
	'Utility',
];

const manifestSchema = z.object({
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

const codexSchema = z.object({
	node: z.string(),
	nodeVersion: z.literal('1.0'),
	codexVersion: z.literal('1.0'),
	categories: z.array(z.string()).min(1),
	resources: z.object({
		primaryDocumentation: z.array(z.object({ url: z.string().url() })).min(1),
	}),
});

let unpacked: UnpackedPackage;
let loader: PackageDirectoryLoader;
let manifest: z.infer<typeof manifestSchema>['n8n'];

beforeAll(async () => {
	unpacked = await unpackTarball();
	manifest = manifestSchema.parse(
		JSON.parse(readFileSync(path.join(unpacked.folder, 'package.json'), 'utf8')),
	).n8n;
	loader = new PackageDirectoryLoader(unpacked.folder);
	await loader.loadAll();
});

afterAll(async () => await unpacked.remove());

function nodeDescription(name: string): INodeTypeDescription {
	const { type } = loader.getNode(name);
	if (!('description' in type) || !('properties' in type.description))
		throw new Error(`The node ${name} has no description, or several versions`);
	return type.description;
}

/** The name of the class in each file: `Smartcar` for `Smartcar.node.js`. Sorted. */
function classNames(files: string[], suffix: string): string[] {
	return files.map((file) => path.basename(file, suffix)).sort();
}

function lowerFirst(name: string): string {
	return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Expects a light and a dark SVG. n8n serves icons at `icons/<package>/<path in the package>`. */
function expectIcons(iconUrl: unknown) {
	const { light, dark } = z.object({ light: z.string(), dark: z.string() }).parse(iconUrl);
	const [lightIcon, darkIcon] = [light, dark].map((url) => {
		expect(url).toMatch(/^icons\/n8n-nodes-smartcar\/dist\/icons\/[^/]+\.svg$/);
		return readFileSync(
			path.join(unpacked.folder, url.slice('icons/n8n-nodes-smartcar/'.length)),
			'utf8',
		);
	});
	expect(lightIcon).toContain('<svg');
	expect(darkIcon).toContain('<svg');
	expect(lightIcon).not.toBe(darkIcon);
}

function optionValues(property: INodeProperties): string[] {
	return (property.options ?? []).flatMap((option) =>
		'value' in option ? [String(option.value)] : [],
	);
}

/** All operations of the action node, each with its resource. */
function listOperations(): Array<{ resource: string; operation: string }> {
	const properties = nodeDescription('smartcar').properties;
	const resource = properties.find(({ name }) => name === 'resource');
	if (!resource) throw new Error('The action node has no resources');
	return optionValues(resource).flatMap((value) =>
		properties
			.filter(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(value),
			)
			.flatMap(optionValues)
			.map((operation) => ({ resource: value, operation })),
	);
}

test('n8n loads exactly the nodes and credentials that the manifest lists', () => {
	const nodes = classNames(manifest.nodes, '.node.js').map(lowerFirst);
	const credentials = classNames(manifest.credentials, '.credentials.js').map(lowerFirst);
	expect(Object.keys(loader.nodeTypes).sort()).toEqual(nodes);
	expect(Object.keys(loader.credentialTypes).sort()).toEqual(credentials);
	expect(nodes).toEqual(['smartcar', 'smartcarTrigger']);
	expect(credentials).toEqual([
		'smartcarAccessTokenApi',
		'smartcarApplicationApi',
		'smartcarOAuth2Api',
		'smartcarWebhookApi',
	]);
});

test('the manifest lists all nodes and credentials in dist', () => {
	const built = unpacked.files.filter((file) => /\.(node|credentials)\.js$/.test(file));
	expect(built).toEqual([...manifest.nodes, ...manifest.credentials].sort());
});

test('only the action node can be used as a tool', () => {
	expect(nodeDescription('smartcar')).toMatchObject({ usableAsTool: true });
	expect(nodeDescription('smartcarTrigger').usableAsTool).toBeUndefined();
});

test('the trigger has version 1.1', () => {
	expect(nodeDescription('smartcarTrigger').version).toBe(1.1);
});

test('every node and credential has a light and a dark icon', () => {
	for (const name of Object.keys(loader.nodeTypes)) expectIcons(nodeDescription(name).iconUrl);
	for (const name of Object.keys(loader.credentialTypes))
		expectIcons(loader.getCredential(name).type.iconUrl);
});

test('every node has a codex file with fields and categories that n8n knows', () => {
	for (const script of manifest.nodes) {
		const codex = codexSchema.parse(
			JSON.parse(
				readFileSync(path.join(unpacked.folder, script.replace(/\.js$/, '.json')), 'utf8'),
			),
		);
		expect(codex.node).toBe(`n8n-nodes-smartcar.${lowerFirst(path.basename(script, '.node.js'))}`);
		expect(codex.categories.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
	}
});

test('every operation has an output schema, and every output schema an operation', () => {
	const folder = path.join(unpacked.folder, 'dist/nodes/Smartcar/__schema__/v1.0.0');
	const expected = listOperations().map(
		({ resource, operation }) => `${resource}/${operation}.json`,
	);
	const existingFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
		file.split(path.sep).join('/'),
	);
	expect(expected.length).toBeGreaterThanOrEqual(8);
	expect(existingFiles.filter((file) => file.endsWith('.json')).sort()).toEqual(expected.sort());
});

test('every output schema is a valid JSON Schema of an object with properties', () => {
	const ajv = new Ajv({ strict: false, allErrors: true });
	const schemas = unpacked.files.filter((file) => file.includes('/__schema__/'));
	expect(schemas.some((file) => file.startsWith('dist/nodes/SmartcarTrigger/'))).toBe(true);
	for (const file of schemas) {
		const schema = z
			.object({ type: z.literal('object'), properties: z.record(z.unknown()) })
			.passthrough()
			.parse(JSON.parse(readFileSync(path.join(unpacked.folder, file), 'utf8')));
		expect({ file, valid: ajv.validateSchema(schema), errors: ajv.errors }).toEqual({
			file,
			valid: true,
			errors: null,
		});
		expect(Object.keys(schema.properties)).not.toEqual([]);
	}
});
