import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

const ROOT = path.resolve(__dirname, '../../..');

const FOLDERS = [
	'.',
	'docs',
	'docs/contributing',
	'examples',
	'simulator',
	'test',
	'.github',
	'.github/ISSUE_TEMPLATE',
	'.github/workflows',
];

const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(path.join(ROOT, folder))
		.filter((name) => name.endsWith(ending))
		.map((name) => path.posix.join(folder, name));

/** Every Markdown page, as a path from the root of the repository. */
export const DOCUMENTS = FOLDERS.flatMap((folder) => filesIn(folder, '.md'));

/** The example workflows, as paths from the root of the repository. */
export const EXAMPLES = filesIn('examples', '.json');

/** GitHub's configuration, as paths from the root of the repository. */
export const GITHUB_FILES = FOLDERS.flatMap((folder) => filesIn(folder, '.yml'));

/** Every TypeScript file of ours, as a path from the root of the repository. */
export const SOURCES = ['credentials', 'nodes', 'simulator', 'test', 'tools'].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => path.join(folder, name)),
);

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

export const exists = (file: string): boolean => existsSync(path.join(ROOT, file));

/** The text of a page below a heading, up to the next heading of any level. */
export function sectionOf(file: string, heading: string): string {
	const [, section = ''] = read(file).split(new RegExp(`^#+ ${heading}$`, 'm'));
	return section.split(/^#+ /m)[0] ?? '';
}

/** The cells of all table rows below a heading, without the rows of column titles. */
export function tableCells(file: string, heading: string): string[][] {
	const lines = sectionOf(file, heading).split('\n');
	return lines
		.filter((line, index) => line.startsWith('| ') && !lines[index + 1]?.startsWith('|--'))
		.map((line) => line.slice(1, -1).split('|'))
		.map((cells) => cells.map((cell) => cell.trim()));
}

interface Markdown {
	/** Targets of links and images, as written. */
	targets: string[];
	/** Anchors of the headings, as GitHub makes them. */
	anchors: string[];
	/** Inline code and code blocks. */
	code: string[];
}

const parser = new MarkdownIt();

export function parseMarkdown(text: string): Markdown {
	const tokens = parser.parse(text, {});
	const inline = tokens.flatMap(({ children }) => children ?? []);
	const slugger = new GithubSlugger();
	const headings = tokens.filter((_, index) => tokens[index - 1]?.type === 'heading_open');
	const visibleText = ({ children }: (typeof tokens)[number]) =>
		(children ?? []).map(({ content }) => content).join('');
	return {
		targets: inline
			.flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])
			.map(decodeURI),
		anchors: headings.map((heading) => slugger.slug(visibleText(heading))),
		code: [...tokens, ...inline]
			.filter(({ type }) => type === 'fence' || type === 'code_inline')
			.map(({ content }) => content),
	};
}
