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

test.each(WORKFLOWS)('%s may only read, except for the job that publishes', (file) => {
	const workflow = workflowSchema.parse(parse(read(file)));
	expect(workflow.permissions).toEqual({ contents: 'read' });
	const writing = Object.entries(workflow.jobs)
		.filter(([, job]) => Object.values(job.permissions ?? {}).includes('write'))
		.map(([name, job]) => ({ name, permissions: job.permissions }));
	const publishing = { name: 'publish', permissions: { contents: 'read', 'id-token': 'write' } };
	expect(writing).toEqual(file.endsWith('/publish.yml') ? [publishing] : []);
});
