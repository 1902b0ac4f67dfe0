import { listSubjects } from '../../../../../nodes/Smartcar/transport/runHints';

test.each([
	[['v1', 'v2', 'v3', 'v4', 'v5'], 'v1, v2, v3, v4, v5'],
	[['v1', 'v2', 'v3', 'v4', 'v5', 'v6'], 'v1, v2, v3, v4, v5 and 1 more'],
])('a hint names five subjects at most: %j', (subjects, expected) => {
	expect(listSubjects(subjects)).toBe(expected);
});
