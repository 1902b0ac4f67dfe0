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

/** The paths of an allowed file match one of these patterns. */
const ALLOWED_FILES = [
	/^(package\.json|index\.js|LICENSE|README\.md)$/,
	/^dist\/(nodes|credentials)\/.+\.js$/,
	/^dist\/nodes\/[^/]+\/[^/]+\.node\.json$/,
	/^dist\/nodes\/[^/]+\/__schema__\/.+\.json$/,
	/^dist\/icons\/[^/]+\.svg$/,
	/^dist\/vendor\/zod\.js$/,
];

test('the package has the files that n8n and users need, and no others', () => {
	const unexpected = unpacked.files.filter(
		(file) => !ALLOWED_FILES.some((pattern) => pattern.test(file)),
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

const listScripts = () => unpacked.files.filter((file) => file.endsWith('.js'));

/** Every `require(…)` and `import(…)` in the scripts. `argument` is source code, with quotes. */
function listRequires(): Array<{ file: string; argument: string }> {
	return listScripts().flatMap((file) =>
		[...readPackedFile(file).matchAll(/\b(?:require|import)\s*\(\s*([^)]*)\)/g)].map(
			([, argument = '']) => ({ file, argument }),
		),
	);
}

test('the scripts require only n8n-workflow, node:crypto and files of the package', () => {
	const required = listRequires();
	const allowed = /^(["'])(n8n-workflow|node:crypto|\.\.?\/[^"']+)\1\s*$/;
	expect(required.length).toBeGreaterThan(listScripts().length / 2);
	expect(required.filter(({ argument }) => !allowed.test(argument))).toEqual([]);
});

test('the package has every file that its scripts require', () => {
	const missing = listRequires().flatMap(({ file, argument }) => {
		const [, relativePath] = /^["'](\.[^"']+)["']/.exec(argument) ?? [];
		if (relativePath === undefined) return [];
		const target = path.posix.join(path.posix.dirname(file), relativePath);
		const candidates = [target, `${target}.js`, `${target}/index.js`];
		const exists = candidates.some((candidate) => unpacked.files.includes(candidate));
		return exists ? [] : [`${file} requires ${target}`];
	});
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
