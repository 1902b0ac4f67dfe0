import path from 'node:path';
import { ROOT } from './folders';
import { runProcess } from './process/supervisedProcess';

const MODULE = JSON.stringify(path.join(ROOT, 'tools', 'runMain.ts'));

test.each([
	['the exit code that it returns', 'async ([code]) => Number(code)', { code: 3, lines: [] }],
	['0 if it returns none', 'async () => {}', { code: 0, lines: [] }],
	['1 if it throws', 'async ([code]) => { throw Error(code); }', { code: 1, lines: ['3'] }],
])('ends a program with %s', async (_exitCode, main, expected) => {
	// The timer keeps the program from ending by itself.
	const script = `setInterval(() => {}, 1000); require(${MODULE}).runMain(${main});`;

	const { code, lines } = await runProcess(
		process.execPath,
		['--import', 'tsx', '-e', script, 'program.ts', '3'],
		{ cwd: ROOT },
	);

	expect({ code, lines }).toEqual(expected);
});
