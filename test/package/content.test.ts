import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unpackTarball, type UnpackedPackage } from './support/unpack';

let unpacked: UnpackedPackage;

beforeAll(async () => {
	unpacked = await unpackTarball();
});

afterAll(async () => await unpacked.remove());

function readPackedFile(file: string): string {
	return readFileSync(path.join(unpacked.folder, file), 'utf8');
}

const EXPECTED_FILES = [
	/^(package\.json|index\.js|LICENSE|README\.md)$/,
	/^dist\/(nodes|credentials)\/.+\.js$/,
	/^dist\/nodes\/[^/]+\/[^/]+\.node\.json$/,
	/^dist\/nodes\/[^/]+\/__schema__\/.+\.json$/,
	/^dist\/icons\/[^/]+\.svg$/,
	/^dist\/vendor\/zod\.js$/,
];

test('the package has the files that n8n and users need, and no others', () => {
	const unexpected = unpacked.files.filter(
		(file) => !EXPECTED_FILES.some((pattern) => pattern.test(file)),
	);
	expect(unexpected).toEqual([]);
	expect(unpacked.files).toEqual(
		expect.arrayContaining(['LICENSE', 'index.js', 'dist/vendor/zod.js']),
	);
});

test('dist has no package.json, source maps, types or build info', () => {
	expect(
		unpacked.files.filter((file) =>
			/^dist\/.*(package\.json|tsbuildinfo|\.d\.ts|\.map)$/.test(file),
		),
	).toEqual([]);
});

test('the scripts require only n8n-workflow, node:crypto and files of the package', () => {
	const scripts = unpacked.files.filter((file) => file.endsWith('.js'));
	const required = scripts.flatMap((file) =>
		[...readPackedFile(file).matchAll(/\b(?:require|import)\s*\(\s*([^)]*)\)/g)].map((match) => ({
			file,
			target: match[1] ?? '',
		})),
	);
	const allowed = /^(["'])(n8n-workflow|node:crypto|\.\.?\/[^"']+)\1\s*$/;
	expect(required.length).toBeGreaterThan(scripts.length / 2);
	expect(required.filter(({ target }) => !allowed.test(target))).toEqual([]);
});

test('the package has every file that its scripts require', () => {
	const scripts = unpacked.files.filter((file) => file.endsWith('.js'));
	const missing = scripts.flatMap((file) =>
		[...readPackedFile(file).matchAll(/\brequire\("(\.[^"]+)"\)/g)]
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

test('the package has zod 3.25.76 with its license, not minified', () => {
	const zod = readPackedFile('dist/vendor/zod.js');
	expect(zod.slice(0, zod.indexOf('*/'))).toMatch(
		/^\/\*! zod 3\.25\.76\nMIT License\n\nCopyright \(c\) 2025 Colin McDonnell/,
	);
	expect(Math.max(...zod.split('\n').map((line) => line.length))).toBeLessThan(1000);
});

test("the package depends only on n8n's n8n-workflow", () => {
	const manifest: unknown = JSON.parse(readPackedFile('package.json'));
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
