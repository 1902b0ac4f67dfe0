import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unpackTarball, type Unpacked } from './support/unpack';

let unpacked: Unpacked;

beforeAll(async () => {
	unpacked = await unpackTarball();
});

afterAll(async () => await unpacked.remove());

function text(file: string): string {
	return readFileSync(path.join(unpacked.folder, file), 'utf8');
}

const EXPECTED = [
	/^(package\.json|index\.js|LICENSE|README\.md)$/,
	/^dist\/(nodes|credentials)\/.+\.js$/,
	/^dist\/nodes\/[^/]+\/[^/]+\.node\.json$/,
	/^dist\/nodes\/[^/]+\/__schema__\/.+\.json$/,
	/^dist\/icons\/[^/]+\.svg$/,
	/^dist\/vendor\/zod\.js$/,
];

test('holds the files a user needs and no others', () => {
	const unexpected = unpacked.files.filter(
		(file) => !EXPECTED.some((pattern) => pattern.test(file)),
	);
	expect(unexpected).toEqual([]);
	expect(unpacked.files).toEqual(
		expect.arrayContaining(['LICENSE', 'index.js', 'dist/vendor/zod.js']),
	);
});

test('has neither manifest nor compiler state in dist', () => {
	expect(
		unpacked.files.filter((file) =>
			/^dist\/.*(package\.json|tsbuildinfo|\.d\.ts|\.map)$/.test(file),
		),
	).toEqual([]);
});

test('requires nothing but n8n-workflow, node:crypto and its own files', () => {
	const scripts = unpacked.files.filter((file) => file.endsWith('.js'));
	const required = scripts.flatMap((file) =>
		[...text(file).matchAll(/\b(?:require|import)\s*\(\s*([^)]*)\)/g)].map((match) => ({
			file,
			target: match[1] ?? '',
		})),
	);
	const allowed = /^(["'])(n8n-workflow|node:crypto|\.\.?\/[^"']+)\1\s*$/;
	expect(required.length).toBeGreaterThan(scripts.length / 2);
	expect(required.filter(({ target }) => !allowed.test(target))).toEqual([]);
});

test('brings every file of its own that it requires', () => {
	const scripts = unpacked.files.filter((file) => file.endsWith('.js'));
	const missing = scripts.flatMap((file) =>
		[...text(file).matchAll(/\brequire\("(\.[^"]+)"\)/g)]
			.map((match) => path.posix.join(path.posix.dirname(file), match[1] ?? ''))
			.filter(
				(target) =>
					![target, `${target}.js`, `${target}/index.js`].some((candidate) =>
						unpacked.files.includes(candidate),
					),
			)
			.map((target) => `${file} requires ${target}`),
	);
	expect(missing).toEqual([]);
});

test('brings zod 3.25.76 with its licence, readable', () => {
	const zod = text('dist/vendor/zod.js');
	expect(zod.slice(0, zod.indexOf('*/'))).toMatch(
		/^\/\*! zod 3\.25\.76\nMIT License\n\nCopyright \(c\) 2025 Colin McDonnell/,
	);
	expect(Math.max(...zod.split('\n').map((line) => line.length))).toBeLessThan(1000);
});

test('depends on nothing but the host', () => {
	const manifest: unknown = JSON.parse(text('package.json'));
	expect(manifest).toMatchObject({
		name: 'n8n-nodes-smartcar',
		license: 'MIT',
		peerDependencies: { 'n8n-workflow': '*' },
	});
	for (const field of [
		'dependencies',
		'optionalDependencies',
		'bundledDependencies',
		'bundleDependencies',
		'overrides',
		'resolutions',
	]) {
		expect(manifest).not.toHaveProperty(field);
	}
});
