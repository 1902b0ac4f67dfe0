import path from 'node:path';
import { DOCUMENTS, exists, GITHUB_FILES, read } from './support/files';
import { readMarkdown } from './support/markdown';

const { repository } = JSON.parse(read('package.json'));
const OWN = String(repository.url).replace(/^git\+https:\/\/github\.com\/|\.git$/g, '');

const NODE_FILES = [
	'nodes/Smartcar/Smartcar.node.json',
	'nodes/SmartcarTrigger/SmartcarTrigger.node.json',
];

/** What is wrong with a place in the repository, given as a path with or without an anchor. */
function flawsOf(target: string): string[] {
	const [file = '', anchor] = target.split('#');
	if (!exists(file)) return [`${target} does not exist`];
	const known = anchor === undefined || readMarkdown(read(file)).anchors.includes(anchor);
	return known ? [] : [`${target} is no heading`];
}

test.each(DOCUMENTS)(
	'every link and picture of %s that stays in the repository leads somewhere',
	(document) => {
		const local = readMarkdown(read(document)).targets.filter((target) => !/^[a-z]+:/.test(target));
		const targets = local.map((target) =>
			target.startsWith('#')
				? document + target
				: path.posix.join(path.posix.dirname(document), target),
		);
		expect(targets.flatMap(flawsOf)).toEqual([]);
	},
);

/** The places in the repository that a text names by their full address on GitHub. */
function ownPlaces(text: string): string[] {
	const address =
		/https:\/\/(?:github|raw\.githubusercontent)\.com\/([\w-]+\/[\w-]+)(?:\/(?:blob\/|tree\/)?main\/|#)([^\s)"'`]+)/g;
	return [...text.matchAll(address)].flatMap(([whole, repository, place = '']) => {
		if (repository !== OWN || place === 'readme') return [];
		return whole.includes(`${OWN}#`) ? `README.md#${place}` : place;
	});
}

test.each([...DOCUMENTS, ...GITHUB_FILES, ...NODE_FILES])(
	'every address of this repository in %s leads somewhere',
	(file) => {
		expect(ownPlaces(read(file)).flatMap(flawsOf)).toEqual([]);
	},
);

test('such addresses are found', () => {
	expect(ownPlaces(read('nodes/Smartcar/Smartcar.node.json'))).toContain('README.md#credentials');
	expect(ownPlaces(read('README.md'))).toContainEqual(
		expect.stringMatching(/^examples\/.+\.json$/),
	);
});
