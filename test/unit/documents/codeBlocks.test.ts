import { DOCUMENTS, read } from './documents';

// A fence with text behind it, or at the end of a line, hides what follows from the reader.
test.each(DOCUMENTS)('the fences of the code blocks in %s have a line of their own', (document) => {
	const fences = read(document)
		.split('\n')
		.filter((line) => line.includes('```'));

	expect(fences.filter((line) => !/^\s*```[\w-]*$/.test(line))).toEqual([]);
});
