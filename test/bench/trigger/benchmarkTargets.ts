import type { Workflow } from '../../../tools/testEnvironment/exampleWorkflows';
import { workflows } from './comparedWorkflows';

/** One of the things that are compared with each other. */
export interface Subject {
	title: string;
	workflow: Workflow;
	/** What is sent; all but new events are to be answered without an execution. */
	sends: 'new events' | 'copies' | 'unwanted events';
	/** Requests in a round, as a share of the events that were asked for: faster things get more. */
	share: number;
}

export const subjects = {
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
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

export const isSubject = (name: string): name is SubjectName => name in subjects;

export const SUBJECTS = Object.keys(subjects).filter(isSubject);
