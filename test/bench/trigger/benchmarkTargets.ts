import type { Workflow } from '../../../tools/testEnvironment/workflow';
import { workflows } from './comparedWorkflows';

/** A workflow and what is sent to it. */
export interface BenchmarkTarget {
	title: string;
	workflow: Workflow;
	/** New events start executions. Copies and unwanted events must be answered without an execution. */
	sends: 'new events' | 'copies' | 'unwanted events';
	/** Factor for the number of requests in a round. Fast targets get more, so that all rounds take about as long. */
	share: number;
}

export const benchmarkTargets = {
	trigger: { title: 'this trigger', workflow: workflows.trigger, sends: 'new events', share: 1 },
	bare: { title: 'bare trigger', workflow: workflows.bare, sends: 'new events', share: 1 },
	core: { title: 'core Webhook', workflow: workflows.core, sends: 'new events', share: 1 },
	byHand: { title: 'built by hand', workflow: workflows.byHand, sends: 'new events', share: 0.5 },
	combined: {
		title: 'this trigger, Combine Events',
		workflow: workflows.combined,
		sends: 'new events',
		share: 2.5,
	},
	duplicates: { title: 'duplicates', workflow: workflows.trigger, sends: 'copies', share: 4 },
	unwanted: {
		title: 'events not selected',
		workflow: workflows.unwanted,
		sends: 'unwanted events',
		share: 4,
	},
	bareAnswer: {
		title: 'bare, no execution',
		workflow: workflows.bareAnswer,
		sends: 'unwanted events',
		share: 4,
	},
} as const satisfies Record<string, BenchmarkTarget>;

export type TargetName = keyof typeof benchmarkTargets;

export const isTargetName = (name: string): name is TargetName => name in benchmarkTargets;

export const TARGET_NAMES = Object.keys(benchmarkTargets).filter(isTargetName);
