import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

/** What the tests look at in a Markdown document. */
export interface Markdown {
	/** Where links and images point, as written. */
	targets: string[];
	/** The anchors of its headings, as GitHub makes them. */
	anchors: string[];
	/** Code, inline and in blocks, each with the language of its block, if it has one. */
	code: Array<{ language: string; text: string }>;
	/** The tables, row by row without the header, each cell as written. */
	tables: string[][][];
}

const parser = new MarkdownIt();

type Token = ReturnType<typeof parser.parse>[number];

/** What a reader sees of a line: links and emphasis gone, code kept. */
const shown = ({ children }: Token) => (children ?? []).map(({ content }) => content).join('');

function anchorsOf(tokens: Token[]): string[] {
	const slugger = new GithubSlugger();
	return tokens.flatMap((token, place) =>
		tokens[place - 1]?.type === 'heading_open' ? slugger.slug(shown(token)) : [],
	);
}

function codeOf({ type, info, content }: Token): Markdown['code'] {
	return type === 'fence' || type === 'code_inline'
		? [{ language: info.trim(), text: content }]
		: [];
}

function tablesOf(tokens: Token[]): string[][][] {
	const tables: string[][][] = [];
	for (const [place, { type }] of tokens.entries()) {
		if (type === 'tbody_open') tables.push([]);
		if (type === 'td_open' && tokens[place - 1]?.type === 'tr_open') tables.at(-1)?.push([]);
		if (type === 'td_open')
			tables
				.at(-1)
				?.at(-1)
				?.push(tokens[place + 1]?.content ?? '');
	}
	return tables;
}

export function readMarkdown(text: string): Markdown {
	const tokens = parser.parse(text, {});
	const inline = tokens.flatMap(({ children }) => children ?? []);
	return {
		targets: inline
			.flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])
			.map(decodeURI),
		anchors: anchorsOf(tokens),
		code: [...tokens, ...inline].flatMap(codeOf),
		tables: tablesOf(tokens),
	};
}
