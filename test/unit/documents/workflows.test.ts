import { parse } from 'yaml';
import { z } from 'zod';
import { exists, GITHUB_FILES, read } from './support/files';

const permissions = z.record(z.string()).default({});

const workflow = z.object({
	permissions,
	jobs: z.record(
		z.object({
			permissions,
			needs: z.string().optional(),
			uses: z.string().optional(),
			steps: z
				.array(z.object({ uses: z.string().optional(), run: z.string().optional() }))
				.default([]),
		}),
	),
});

const WORKFLOWS = GITHUB_FILES.filter((file) => file.startsWith('.github/workflows/'));

const jobsOf = (file: string) => Object.entries(workflow.parse(parse(read(file))).jobs);

const usedBy = (file: string) =>
	jobsOf(file).flatMap(([, { uses, steps }]) =>
		[uses, ...steps.map((step) => step.uses)].flatMap((one) => one ?? []),
	);

test.each(GITHUB_FILES)('%s is YAML', (file) => {
	expect(parse(read(file))).toBeInstanceOf(Object);
});

test.each(WORKFLOWS)(
	'%s takes each action by its commit, and says which version that is',
	(file) => {
		const lines = read(file).split('\n');
		const flaws = usedBy(file).filter((uses) =>
			uses.startsWith('./')
				? !exists(uses)
				: !lines.some(
						(line) => line.includes(uses) && /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line),
					),
		);
		expect(flaws).toEqual([]);
	},
);

test('all workflows take the same commit of an action', () => {
	const commits = new Map<string, Set<string>>();
	for (const uses of WORKFLOWS.flatMap(usedBy)) {
		const [action = '', commit] = uses.split('@');
		if (commit) commits.set(action, (commits.get(action) ?? new Set()).add(commit));
	}
	expect(commits.size).toBeGreaterThan(0);
	expect([...commits].filter(([, { size }]) => size > 1)).toEqual([]);
});

test.each(WORKFLOWS)('%s may only read, but for the job that publishes', (file) => {
	expect(workflow.parse(parse(read(file))).permissions).toEqual({ contents: 'read' });
	const more = jobsOf(file).flatMap(([name, job]) =>
		Object.entries(job.permissions).flatMap(([what, how]) =>
			how === 'read' ? [] : `${name}: ${what}: ${how}`,
		),
	);
	expect(more).toEqual(file.endsWith('/publish.yml') ? ['publish: id-token: write'] : []);
});

test('CI runs what everybody can run, and nothing is published without', () => {
	const ci = Object.fromEntries(jobsOf('.github/workflows/ci.yml'));
	expect(ci.test?.steps.map(({ run }) => run)).toContain('.ci/run');
	expect(read('.ci/run')).toMatch(/^npm test$/m);
	const publishing = Object.fromEntries(jobsOf('.github/workflows/publish.yml'));
	expect(publishing.test?.uses).toBe('./.github/workflows/ci.yml');
	expect(publishing.publish?.needs).toBe('test');
	expect(publishing.publish?.steps.map(({ run }) => run)).toContain(
		'npm publish --provenance --access public',
	);
});
