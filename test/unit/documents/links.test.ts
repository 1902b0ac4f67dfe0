import path from 'node:path';
import {
	DOCUMENTS,
	EXAMPLES,
	exists,
	GITHUB_FILES,
	parseMarkdown,
	read,
	SOURCES,
} from './documents';

const { repository } = JSON.parse(read('package.json'));
const REPOSITORY = String(repository.url).replace(/^git\+https:\/\/github\.com\/|\.git$/g, '');

const NAME = path.posix.basename(REPOSITORY);

const CODEX_FILES = [
	'nodes/Smartcar/Smartcar.node.json',
	'nodes/SmartcarTrigger/SmartcarTrigger.node.json',
];

/** The given paths, with or without an anchor, that do not exist in the repository. */
function brokenPaths(targets: string[]): string[] {
	return targets.filter((target) => {
		const [file = '', anchor] = target.split('#');
		if (!exists(file)) return true;
		return anchor !== undefined && !parseMarkdown(read(file)).anchors.includes(anchor);
	});
}

test.each(DOCUMENTS)('every relative link and image in %s exists', (document) => {
	const relative = parseMarkdown(read(document)).targets.filter(
		(target) => !/^[a-z]+:/.test(target),
	);
	const paths = relative.map((target) =>
		target.startsWith('#')
			? document + target
			: path.posix.join(path.posix.dirname(document), target),
	);
	expect(brokenPaths(paths)).toEqual([]);
});

/** Paths in this repository that a text gives as a full GitHub URL. */
function pathsOfOwnUrls(text: string): string[] {
	const url =
		/https:\/\/(?:github|raw\.githubusercontent)\.com\/([\w-]+\/[\w-]+)(?:\/(?:blob\/|tree\/)?main\/|#)([^\s)"'`]+)/g;
	return [...text.matchAll(url)].flatMap(([whole, owner, target = '']) => {
		// A placeholder that was forgotten when the owner's name was entered elsewhere.
		if (owner !== REPOSITORY) return path.posix.basename(owner ?? '') === NAME ? [whole] : [];
		if (target === 'readme') return [];
		return whole.includes(`${REPOSITORY}#`) ? `README.md#${target}` : target;
	});
}

test.each([...DOCUMENTS, ...EXAMPLES, ...GITHUB_FILES, ...CODEX_FILES])(
	'every URL of this repository in %s exists',
	(file) => {
		expect(brokenPaths(pathsOfOwnUrls(read(file)))).toEqual([]);
	},
);

test('URLs of this repository are found in codex files and in README', () => {
	expect(pathsOfOwnUrls(read('nodes/Smartcar/Smartcar.node.json'))).toContain(
		'README.md#credentials',
	);
	expect(pathsOfOwnUrls(read('README.md'))).toContainEqual(
		expect.stringMatching(/^examples\/.+\.json$/),
	);
});

test('every heading that a comment in the code points to exists', () => {
	const citations = SOURCES.flatMap((file) =>
		[...read(file).matchAll(/\bdocs\/contributing\/[\w-]+\.md(?:#[\w-]+)?/g)].map(String),
	);
	expect(citations.length).toBeGreaterThan(0);
	expect(brokenPaths(citations)).toEqual([]);
});

test.each(DOCUMENTS)('every npm script that %s names exists', (document) => {
	const { scripts } = JSON.parse(read('package.json'));
	const commands = parseMarkdown(read(document)).code.join('\n');
	const names = [...commands.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
	expect(names.filter((name) => !(name in scripts))).toEqual([]);
});
