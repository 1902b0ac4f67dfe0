import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type { N8nUserFolder } from '../../../../tools/n8n/userFolder';

const PACKAGE_NAME = 'n8n-nodes-benchmark';

export const BARE_TRIGGER_TYPE = `${PACKAGE_NAME}.bareTrigger`;
export const BARE_FORM_TRIGGER_TYPE = `${PACKAGE_NAME}.bareFormTrigger`;

const NODES = ['BareTrigger.node', 'BareFormTrigger.node'];

/**
 * Compiles the bare triggers, and installs them in n8n's user folder as another community package.
 */
export async function installBareTriggers({ path: folder }: N8nUserFolder): Promise<void> {
	const packageFolder = path.join(folder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	await mkdir(packageFolder, { recursive: true });
	await build({
		entryPoints: NODES.map((node) => path.join(__dirname, `${node}.ts`)),
		outdir: packageFolder,
		platform: 'node',
		format: 'cjs',
		bundle: true,
		external: ['n8n-workflow'],
	});
	const manifest = {
		name: PACKAGE_NAME,
		version: '1.0.0',
		n8n: { n8nNodesApiVersion: 1, nodes: NODES.map((node) => `${node}.js`) },
	};
	await writeFile(path.join(packageFolder, 'package.json'), JSON.stringify(manifest));
}
