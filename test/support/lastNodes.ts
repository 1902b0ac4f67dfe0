import type { Workflow } from '../../tools/testEnvironment/workflow';

/** The names of the nodes that nothing follows, and that are neither notes nor disabled. */
export function lastNodes({ nodes, connections }: Workflow): string[] {
	return nodes
		.filter(({ name, type, disabled }) => {
			const isLast = !JSON.stringify(connections[name] ?? '').includes('"node"');
			return isLast && disabled !== true && type !== 'n8n-nodes-base.stickyNote';
		})
		.map(({ name }) => name);
}
