import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setSafeRegexEngine } from 'n8n-workflow';

// n8n-core creates a settings file in N8N_USER_FOLDER when it is loaded.
const userFolder = mkdtempSync(path.join(tmpdir(), 'n8n-test-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';
afterAll(() => rmSync(userFolder, { recursive: true, force: true }));

// n8n stops a regular expression after 250 ms. On a busy machine even a short one can take longer.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [
		...input.matchAll(new RegExp(pattern, [...new Set(`${flags ?? ''}g`)].join(''))),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
