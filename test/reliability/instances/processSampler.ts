import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nProcess } from '../../support/loadTestN8n';
import { readProcessStatus, type ProcessStatus } from './processStatus';
import { usedHeap } from './usedHeap';

const TICK_MS = 100;

/** A process at one moment. */
export interface ProcessSample extends ProcessStatus {
	/** Milliseconds of `performance.now()`. */
	at: number;
}

/** The heap that a process still uses after a forced garbage collection. */
export interface HeapSample {
	at: number;
	bytes: number;
}

/** The processor time that all programs of the machine have used so far. */
export interface MachineSample {
	at: number;
	processorSeconds: number;
}

function append<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
	const list = lists.get(name);
	if (list) list.push(value);
	else lists.set(name, [value]);
}

function machineSample(): MachineSample {
	const milliseconds = cpus().reduce(
		(sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
		0,
	);
	return { at: performance.now(), processorSeconds: milliseconds / 1000 };
}

/** Measures n8n's processes and the machine at regular intervals, and the heaps when asked. */
export class ProcessSampler {
	/** By the name of the process, oldest first. */
	readonly samples = new Map<string, ProcessSample[]>();
	readonly heaps = new Map<string, HeapSample[]>();
	readonly machine: MachineSample[] = [];

	private isStopped = false;
	private readonly ended: Promise<unknown>;

	constructor(
		private readonly processes: N8nProcess[],
		intervalMs: number,
	) {
		this.ended = this.repeat(intervalMs);
	}

	/**
	 * Each process has to collect its garbage, which can stop it for a second and longer. So call
	 * this while it gets no requests, or their responses are late.
	 */
	async sampleHeaps(): Promise<void> {
		for (const { name, logFile } of this.processes) {
			// A process that is overloaded may not respond in time.
			const bytes = await usedHeap(logFile).catch(() => undefined);
			if (bytes !== undefined) append(this.heaps, name, { at: performance.now(), bytes });
		}
	}

	/** Measures one last time, and stops. */
	async stop(): Promise<void> {
		this.isStopped = true;
		await this.ended;
		await this.sampleHeaps();
		await this.sampleStatus();
	}

	private async repeat(intervalMs: number): Promise<void> {
		let nextAt = performance.now();
		while (!this.isStopped) {
			if (performance.now() >= nextAt) {
				nextAt += intervalMs;
				await this.sampleStatus();
			}
			await sleep(TICK_MS);
		}
	}

	private async sampleStatus(): Promise<void> {
		this.machine.push(machineSample());
		for (const { name, pid } of this.processes) {
			const status = pid === undefined ? undefined : await readProcessStatus(pid);
			if (status !== undefined) append(this.samples, name, { at: performance.now(), ...status });
		}
	}
}
