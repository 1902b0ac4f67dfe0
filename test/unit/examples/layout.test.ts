import {
	exampleFiles,
	parseExample,
	parseStickyNote,
	stickyNotes,
	type ExampleNode,
} from './exampleFiles';

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** Sizes in the canvas units of n8n 2.41. The name of a node is shown below it. */
const NODE_SIZE = 96;
const NAME_HEIGHT = 32;
const NODE_WIDTHS: Record<string, number> = { '@n8n/n8n-nodes-langchain.agent': 224 };
const NODE_HEIGHTS: Record<string, number> = { 'n8n-nodes-base.compareDatasets': 160 };

/** The text of a sticky note, in canvas units. */
const LINE_HEIGHT = 19;
const PARAGRAPH_GAP = 8;
const CHARACTERS_PER_100_UNITS = 14;
const PADDING = 40;

function boxOf(node: ExampleNode): Box {
	const { name, type, position } = node;
	const [left, top] = position;
	const { width, height } =
		type === 'n8n-nodes-base.stickyNote'
			? parseStickyNote(node)
			: {
					width: NODE_WIDTHS[type] ?? NODE_SIZE,
					height: (NODE_HEIGHTS[type] ?? NODE_SIZE) + NAME_HEIGHT,
				};
	return { name, left, top, right: left + width, bottom: top + height };
}

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The estimated height of a sticky note's text, which does not show the targets of links. */
function textHeight(content: string, width: number): number {
	const charactersPerLine = (width / 100) * CHARACTERS_PER_100_UNITS;
	const heights = content
		.replaceAll(/\]\([^)]*\)/g, ']')
		.split('\n')
		.map((line) =>
			line === '' ? PARAGRAPH_GAP : Math.ceil(line.length / charactersPerLine) * LINE_HEIGHT,
		);
	return heights.reduce((sum, height) => sum + height, 0);
}

describe.each(exampleFiles)('%s', (file) => {
	const example = parseExample(file);

	test('no nodes or sticky notes overlap', () => {
		const boxes = example.nodes.map(boxOf);
		const overlaps = boxes.flatMap((box, index) =>
			boxes
				.slice(index + 1)
				.filter((other) => overlap(box, other))
				.map(({ name }) => `${box.name} and ${name}`),
		);
		expect(overlaps).toEqual([]);
	});

	test('sticky notes are large enough for their text', () => {
		for (const note of stickyNotes(example)) {
			const { content, width, height } = parseStickyNote(note);
			expect(height).toBeGreaterThanOrEqual(textHeight(content, width - PADDING) + PADDING);
		}
	});
});
