import { exampleFiles, readExample, stickyOf, type ExampleNode } from './exampleFiles';

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** Sizes on the canvas of n8n 2.41, in its units; the name of a node stands under it. */
const NODE = 96;
const NAME = 32;
const WIDTHS: Record<string, number> = { '@n8n/n8n-nodes-langchain.agent': 224 };
const HEIGHTS: Record<string, number> = { 'n8n-nodes-base.compareDatasets': 160 };

/** How high a line of a sticky note is, the gap between paragraphs, and how many characters go into a hundred units. */
const LINE = 19;
const GAP = 8;
const CHARACTERS = 14;
const PADDING = 40;

function boxOf(node: ExampleNode): Box {
	const { name, type, position } = node;
	const [left, top] = position;
	if (type === 'n8n-nodes-base.stickyNote') {
		const { width, height } = stickyOf(node);
		return { name, left, top, right: left + width, bottom: top + height };
	}
	return {
		name,
		left,
		top,
		right: left + (WIDTHS[type] ?? NODE),
		bottom: top + (HEIGHTS[type] ?? NODE) + NAME,
	};
}

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** How high the text of a note is, as far as can be told without drawing it. */
function textHeight(content: string, width: number): number {
	const perLine = (width / 100) * CHARACTERS;
	const heights = content
		.split('\n')
		.map((line) => (line === '' ? GAP : Math.ceil(line.length / perLine) * LINE));
	return heights.reduce((sum, height) => sum + height, 0);
}

describe.each(exampleFiles)('%s', (file) => {
	const { nodes } = readExample(file);

	test('nothing lies on something else', () => {
		const boxes = nodes.map(boxOf);
		const clashes = boxes.flatMap((box, place) =>
			boxes
				.slice(place + 1)
				.filter((other) => overlap(box, other))
				.map(({ name }) => `${box.name} and ${name}`),
		);
		expect(clashes).toEqual([]);
	});

	test('sticky notes are large enough for what they say', () => {
		for (const node of nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')) {
			const { content, width, height } = stickyOf(node);
			expect(height).toBeGreaterThanOrEqual(textHeight(content, width - PADDING) + PADDING);
		}
	});
});
