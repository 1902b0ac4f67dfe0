import type { Workflow } from '../../../tools/testEnvironment/workflow';
import type { N8nMode } from '../../support/loadTestN8n';
import { comparedWorkflows } from './comparedWorkflows';

/** A workflow, and which events are sent to it. */
export interface BenchmarkTarget {
	title: string;
	workflow: Workflow;
	/**
	 * New events start executions. Copies of executed events, and unwanted events that the trigger's
	 * parameters do not select, must be answered without an execution, and so must events of known
	 * vehicles that meet no condition.
	 */
	sends:
		| 'new events'
		| 'new events of new vehicles'
		| 'new events of known vehicles'
		| 'copies'
		| 'unwanted events';
	/**
	 * Factor for the number of requests. Fast targets get more, so that each target takes about as
	 * long as the others.
	 */
	requestFactor: number;
}

/** What the benchmark measures. The keys are the names for `--only`. */
export const benchmarkTargets = {
	trigger: {
		title: 'this trigger',
		workflow: comparedWorkflows.trigger,
		sends: 'new events',
		requestFactor: 1,
	},
	bare: {
		title: 'bare trigger',
		workflow: comparedWorkflows.bare,
		sends: 'new events',
		requestFactor: 1,
	},
	// n8n checks for each execution whether its workflow may use its credentials.
	bareWithCredential: {
		title: 'bare trigger with a credential',
		workflow: comparedWorkflows.bareWithCredential,
		sends: 'new events',
		requestFactor: 1,
	},
	core: {
		title: 'core Webhook',
		workflow: comparedWorkflows.core,
		sends: 'new events',
		requestFactor: 1,
	},
	byHand: {
		title: 'built by hand',
		workflow: comparedWorkflows.byHand,
		sends: 'new events',
		requestFactor: 0.5,
	},
	combined: {
		title: 'this trigger, Combine Events',
		workflow: comparedWorkflows.combined,
		sends: 'new events',
		requestFactor: 2.5,
	},
	duplicates: {
		title: 'duplicates',
		workflow: comparedWorkflows.trigger,
		sends: 'copies',
		requestFactor: 4,
	},
	unwanted: {
		title: 'events not selected',
		workflow: comparedWorkflows.unwanted,
		sends: 'unwanted events',
		requestFactor: 4,
	},
	met: {
		title: 'a condition met by each event',
		workflow: comparedWorkflows.met,
		sends: 'new events of new vehicles',
		requestFactor: 1,
	},
	unmet: {
		title: 'ten conditions not met',
		workflow: comparedWorkflows.unmet,
		sends: 'new events of known vehicles',
		requestFactor: 4,
	},
	bareWithoutExecution: {
		title: 'bare trigger, no execution',
		workflow: comparedWorkflows.bareWithoutExecution,
		sends: 'unwanted events',
		requestFactor: 4,
	},
	bareWithConditions: {
		title: 'bare trigger with ten conditions, no execution',
		workflow: comparedWorkflows.bareWithConditions,
		sends: 'unwanted events',
		requestFactor: 4,
	},
} as const satisfies Record<string, BenchmarkTarget>;

export type TargetName = keyof typeof benchmarkTargets;

export const isTargetName = (name: string): name is TargetName => name in benchmarkTargets;

export const TARGET_NAMES = Object.keys(benchmarkTargets).filter(isTargetName);

/**
 * Targets that cannot be measured in queue mode: its webhook processors do not share their memory,
 * so these events start executions.
 */
const REGULAR_MODE_ONLY: readonly TargetName[] = ['duplicates', 'unmet'];

/** The targets that an n8n in this mode can be measured with. */
export const targetsInMode = (mode: N8nMode): TargetName[] =>
	TARGET_NAMES.filter((name) => mode === 'regular' || !REGULAR_MODE_ONLY.includes(name));
