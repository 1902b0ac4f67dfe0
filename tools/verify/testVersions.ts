import { installN8n } from '../n8n/install';
import { N8N_VERSION, N8N_VERSIONS, releaseOf, type N8nVersion } from '../n8n/releases';
import { packPackage } from '../pack';
import { run } from '../process/supervised';
import { lastReport, runJest } from './jest';
import { summarize } from './result';
import { SHORT_RECORD } from './shortRun';
import { onlyIn, ranIn, writeRecord, type Ran } from './testedVersions';

/** The end-to-end tests on one version. @param args which of them, for jest; all if none @throws Error that lists what failed */
async function testOn(
	version: N8nVersion,
	tarball: string,
	args: string[] = [],
): Promise<Ran & { node: string }> {
	const { node } = await installN8n(console.log, version);
	const { endToEnd: name } = releaseOf(version);
	console.log(`\nn8n ${version}:`);
	const result = await runJest(
		{ name, args: ['--runInBand', ...args], env: { SMARTCAR_TARBALL: tarball } },
		console.log,
	);
	const { text, success } = summarize([result]);
	if (!success) throw new Error(text);
	const { stdout } = await run(node, ['--version'], { cwd: '.', env: {} });
	return { ...ranIn(version, lastReport(name)), node: stdout.trim().slice(1) };
}

/**
 * Runs all end-to-end tests on every version, and then records that (docs/tested-versions.json, README.md). With the word
 * `short` the older versions get some of them only, and the record names the others.
 */
async function main(): Promise<void> {
	const words = process.argv.slice(2);
	const unknown = words.filter((word) => word !== 'short');
	if (unknown.length > 0)
		throw new Error(`There is no '${unknown.join("', '")}'. The only word is: short.`);
	const onOlder = words.includes('short') ? SHORT_RECORD : [];
	const tarball = await packPackage();
	const newest = await testOn(N8N_VERSION, tarball);
	const ran = [newest];
	for (const version of N8N_VERSIONS.filter((one) => one !== N8N_VERSION))
		ran.push(await testOn(version, tarball, onOlder));
	const versions = ran.map((one) => ({
		n8n: one.n8n,
		node: one.node,
		tests: one.titles.length,
		suites: one.suites,
		otherwise: onlyIn(one, newest),
		without: onlyIn(newest, one),
	}));
	await writeRecord({ date: new Date().toISOString().slice(0, 10), versions });
	console.log('\nRecorded in docs/tested-versions.json and README.md.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
