import type { INode } from 'n8n-workflow';

/** A node as it stands in a workflow, for tests in which little of it matters. */
export const testNode = (changes: Partial<INode> = {}): INode => ({
	id: 'node',
	name: 'Node',
	type: 'node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...changes,
});

/**
 * A Smartcar Trigger. What the trigger remembers is kept by ID, so tests that must not share it set
 * one.
 */
export const testTrigger = (changes: Partial<INode> = {}): INode =>
	testNode({
		id: 'trigger',
		name: 'Smartcar Trigger',
		type: 'n8n-nodes-smartcar.smartcarTrigger',
		typeVersion: 1.1,
		...changes,
	});
