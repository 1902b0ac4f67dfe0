import { listSentences, listSubjects } from '../../../../../nodes/Smartcar/transport/runHints';

test.each([
	[['v1', 'v2', 'v3', 'v4', 'v5'], 'v1, v2, v3, v4, v5'],
	[['v1', 'v2', 'v3', 'v4', 'v5', 'v6'], 'v1, v2, v3, v4, v5 and 1 more'],
])('a hint names five subjects at most: %j', (subjects, expected) => {
	expect(listSubjects(subjects)).toBe(expected);
});

test.each([
	[['1', '2', '3', '4', '5'], '1. 2. 3. 4. 5'],
	[['1', '2', '3', '4', '5', '6', '7'], '1. 2. 3. 4. 5. 2 more have the same problem'],
])('a hint has five sentences at most: %j', (sentences, expected) => {
	expect(listSentences(sentences)).toBe(expected);
});
