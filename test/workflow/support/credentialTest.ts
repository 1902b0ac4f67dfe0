import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type { INode, INodeType, INodeTypes } from 'n8n-workflow';
import type { Harness } from './harness';

/**
 * Runs the test of a credential as n8n does: n8n creates a temporary node whose routing is the
 * test's request.
 *
 * @returns the error message that the user sees, or undefined when the test succeeds
 */
export async function testCredential(harness: Harness, type: string): Promise<string | undefined> {
	const { test } = harness.loader.getCredential(type).type;
	if (!test) throw new Error(`The credential ${type} has no test`);
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: { temp: '' },
		credentials: { [type]: { id: type, name: type } },
	};
	const nodeType: INodeType = {
		description: {
			displayName: 'Temp',
			name: node.type,
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: type, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		},
	};
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const items = [{ json: {} }];
	const context = new ExecuteContext(
		workflow,
		node,
		harness.additionalData({ currentNodeParameters: node.parameters }),
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
	);
	try {
		await new RoutingNode(context, nodeType, harness.credentials.forTest(type)).runNode();
		return undefined;
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		const cause: unknown = error.cause;
		const response: unknown = cause instanceof Error ? Reflect.get(cause, 'response') : undefined;
		const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
		if (typeof response !== 'object' || response === null)
			return typeof code === 'string' ? code : error.message;
		const status: unknown = Reflect.get(response, 'status');
		for (const { type: ruleType, properties } of test.rules ?? []) {
			if (ruleType === 'responseCode' && properties.value === status) return properties.message;
		}
		return `Received HTTP status code: ${String(status)}`;
	}
}
