import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type { Home } from '../../../../tools/n8n/home';

const NAME = 'n8n-nodes-benchmark';

/** The node type of the bare trigger. */
export const BARE_TRIGGER = `${NAME}.bareTrigger`;

/** Installs the bare trigger as another community package. */
export async function installBareTrigger({ folder }: Home): Promise<void> {
	const target = path.join(folder, '.n8n', 'nodes', 'node_modules', NAME);
	await mkdir(target, { recursive: true });
	await build({
		entryPoints: [path.join(__dirname, 'BareTrigger.node.ts')],
		outfile: path.join(target, 'BareTrigger.node.js'),
		platform: 'node',
		format: 'cjs',
		bundle: true,
		external: ['n8n-workflow'],
	});
	const manifest = {
		name: NAME,
		version: '1.0.0',
		n8n: { n8nNodesApiVersion: 1, nodes: ['BareTrigger.node.js'] },
	};
	await writeFile(path.join(target, 'package.json'), JSON.stringify(manifest));
}
