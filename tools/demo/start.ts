import { Listr } from 'listr2';
import { OWNER } from '../n8n/home';
import { installN8n, isInstalled, type Installation } from '../n8n/install';
import { INSTALLATION_SIZE, N8N_VERSION } from '../n8n/releases';
import { packPackage } from '../pack';
import { ALERT, ERRORS, everySeconds, readExample, SYNC } from '../testEnvironment/examples';
import { Scene, type SceneOptions } from '../testEnvironment/scene';
import { runLive } from './live';
import { runOnce } from './once';

const SYNC_EVERY_SECONDS = 60;

interface Prepared {
	installation: Installation;
	tarball: string;
	scene: Scene;
}

async function prepare(): Promise<Prepared> {
	const [alert, errors, sync] = [
		await readExample(ALERT),
		await readExample(ERRORS),
		await readExample(SYNC),
	];
	const firstTime = !isInstalled();
	const tasks = new Listr<Prepared>(
		[
			{
				title: `n8n ${N8N_VERSION}${firstTime ? `, for the first time: ${INSTALLATION_SIZE}` : ''}`,
				task: async (prepared, task) => {
					prepared.installation = await installN8n((text) => (task.output = text));
				},
			},
			{
				title: 'Build and pack the package',
				task: async (prepared) => {
					prepared.tarball = await packPackage();
				},
			},
			{
				title:
					'Start the simulated service and n8n, with the package, credentials and three workflows',
				task: async (prepared) => {
					const workflows = [
						alert,
						errors,
						everySeconds(sync, SYNC_EVERY_SECONDS),
					] satisfies SceneOptions['workflows'];
					prepared.scene = await Scene.start({ ...prepared, workflows });
				},
			},
		],
		{ fallbackRenderer: 'simple', rendererOptions: { collapseErrors: false } },
	);
	return await tasks.run();
}

function introduce(scene: Scene): void {
	console.log(`
  Editor     ${scene.n8n.baseUrl}
  Login      ${OWNER.email}
  Password   ${OWNER.password}
  Callback   ${scene.callbackUri}
  Service    ${scene.simulator.url} (simulated)

  One workflow runs when a tire pressure changes, one when a car cannot be read or can be again, the sync once a
  minute. This n8n is new and is removed at the end.
  Ctrl-C ends it.
`);
}

async function main(args: string[]): Promise<number> {
	const unknown = args.find((arg) => arg !== '--once');
	if (unknown !== undefined) {
		console.error(`'${unknown}' is not known. Use 'npm start' or 'npm start -- --once'.`);
		return 2;
	}
	const { scene } = await prepare();
	const interrupted = new AbortController();
	// Ctrl-C arrives twice, from the terminal and from npm; the second must not cut the clean-up short.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => interrupted.abort());
	try {
		if (args.includes('--once'))
			return (await runOnce(scene, (await readExample(ALERT)).id)) ? 0 : 1;
		introduce(scene);
		await runLive(scene, await readExample(ERRORS), interrupted.signal);
		if (interrupted.signal.aborted) return 0;
		console.error('n8n has ended by itself. Its last lines:');
		for (const line of scene.n8n.log().slice(-20)) console.error(`  | ${line}`);
		return 1;
	} finally {
		console.log('\nEnding n8n and the simulated service …');
		await scene.close();
	}
}

main(process.argv.slice(2))
	.then((code) => process.exit(code))
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
