import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedRequest } from '../../../simulator/simulator';
import { Random } from '../../../simulator/random';
import { newSignedEvents } from '../../bench/signedEvents';
import { sendRequests } from '../../bench/trigger/sendRequests';
import type { CheckList } from '../checkList';
import { readDatabaseSize } from '../instances/databaseSize';
import type { FleetInstance } from '../instances/fleetInstance';
import { ProcessSampler } from '../instances/processSampler';
import { startFailingReceiver } from '../sending/failingReceiver';
import { FleetEvents } from '../sending/fleetEvents';
import { FleetSender } from '../sending/fleetSender';
import { HttpClient } from '../sending/httpClient';
import { checkFleetRun, type FleetProcess, type FleetRates } from './fleetChecks';

const VEHICLES = 100_000;
const EVENTS_PER_SECOND = 167;

/** The share of events that are sent twice. */
const COPY_SHARE = 0.05;

/** The rate during a burst, as a multiple of the usual rate. */
const BURST_FACTOR = 3;

/**
 * In regular mode the run uses EVENTS_PER_SECOND if a trigger that starts nothing answers as many
 * requests a second.
 */
const REQUIRED_CEILING = 210;

/** Otherwise the run uses this share of the rate that n8n carries, up to EVENTS_PER_SECOND. */
const USED_SHARE = 0.8;

/** As many as the simulator uses for its deliveries. */
const CONNECTIONS = 256;

/** As in `npm run bench:trigger`. */
const CEILING_CONNECTIONS = 50;
const CEILING_REQUESTS = 6_000;
const CARRIED_EVENTS = 10_000;

/**
 * The least scale of the two measurements before the run. They need some seconds to be reliable.
 */
const MIN_MEASURING_SCALE = 0.1;

/** Smartcar's limit for a response. */
const RESPONSE_TIMEOUT_MS = 15_000;

/**
 * How often n8n's processes are measured. In a short run more often, so that each part of the run
 * has samples.
 */
const SAMPLE_EVERY_MS = 5_000;
const MIN_SAMPLE_EVERY_MS = 500;

/**
 * Number of events for each vehicle in the warm-up, which are sent at the rate that n8n carries.
 */
const WARM_UP_EVENTS_PER_VEHICLE = 1.07;

/** A burst that ends the warm-up, in seconds. */
const WARM_UP_BURST = 60;

/**
 * The parts of a run after the warm-up, in seconds: together 15 minutes, in which responses and
 * memory are measured. Events that failed during the outage are retried up to 100 seconds after its
 * end, beside new events.
 */
const PARTS = {
	steady: 300,
	burst: 60,
	afterBurst: 120,
	outage: 120,
	retries: 240,
	lastBurst: 60,
};

interface FleetOptions {
	/** 1 for a run at full length, less for a shorter one. */
	scale: number;
	seed: number;
}

/** Sends each request once. @returns the seconds it took @throws Error if a response is not 200 */
async function secondsFor(
	urls: readonly string[],
	requests: readonly SignedRequest[],
	connections: number,
): Promise<number> {
	const { seconds, statuses } = await sendRequests(urls, requests, connections);
	if (statuses[200] !== requests.length)
		throw new Error(`Not all responses were 200: ${JSON.stringify(statuses)}`);
	return seconds;
}

/** Responses per second of a trigger that starts nothing. */
async function measureCeiling(
	{ bareUrls, simulator }: FleetInstance,
	count: number,
): Promise<number> {
	const requests = newSignedEvents(simulator, count);
	// The first third warms n8n up.
	await secondsFor(bareUrls, requests.slice(0, count / 3), CEILING_CONNECTIONS);
	return count / (await secondsFor(bareUrls, requests, CEILING_CONNECTIONS));
}

/** Events per second that n8n answers and executes if the sender waits for responses. */
async function measureCarriedRate(
	{ target }: FleetInstance,
	fleet: FleetEvents,
	count: number,
): Promise<number> {
	const requests = Array.from({ length: count }, () => fleet.toRequest(fleet.next()));
	const startedAt = performance.now();
	await secondsFor(target.callbackUris(), requests, CONNECTIONS);
	await target.waitUntilIdle();
	return (count * 1000) / (performance.now() - startedAt);
}

/** Measures what this n8n can carry on this machine, and chooses the rate of the run. */
async function chooseRates(
	instance: FleetInstance,
	{ scale, seed }: FleetOptions,
): Promise<FleetRates> {
	const measuringScale = Math.max(scale, MIN_MEASURING_SCALE);
	const ceiling = await measureCeiling(instance, Math.ceil(CEILING_REQUESTS * measuringScale));
	const fleet = new FleetEvents(
		instance.simulator,
		VEHICLES,
		new Random(seed, 'fleet before'),
		scale,
	);
	const carried = await measureCarriedRate(
		instance,
		fleet,
		Math.ceil(CARRIED_EVENTS * measuringScale),
	);
	const carriesAll = instance.mode === 'regular' && ceiling >= REQUIRED_CEILING;
	const used = carriesAll ? EVENTS_PER_SECOND : Math.min(EVENTS_PER_SECOND, USED_SHARE * carried);
	return { ceiling, carried, used };
}

/**
 * Sends the events of a large fleet: some come twice, there are bursts, and after an outage the
 * events that could not be delivered come beside the new ones.
 */
export async function fleetScenario(
	instance: FleetInstance,
	options: FleetOptions,
): Promise<CheckList> {
	const outageReceiver = await startFailingReceiver();
	const client = new HttpClient(CONNECTIONS, RESPONSE_TIMEOUT_MS);
	try {
		return await runScenario(instance, options, client, outageReceiver.url);
	} finally {
		await client.close();
		await outageReceiver.close();
	}
}

async function runScenario(
	instance: FleetInstance,
	options: FleetOptions,
	client: HttpClient,
	outageUrl: string,
): Promise<CheckList> {
	const { target, simulator, database, mode, output } = instance;
	const { scale, seed } = options;
	const rates = await chooseRates(instance, options);
	const lastIdBefore = await target.lastExecutionId();
	const sizeBefore = await readDatabaseSize(database, mode);

	const random = new Random(seed, 'fleet');
	const fleet = new FleetEvents(simulator, VEHICLES, random, scale);
	const sender = new FleetSender({
		nextEvent: () => fleet.next(),
		toRequest: (event) => fleet.toRequest(event),
		onAcknowledged: (event) => fleet.acknowledge(event),
		urls: target.callbackUris(),
		outageUrl,
		post: async (url, { body, headers }) => await client.post(url, body, headers),
		connections: CONNECTIONS,
		copies: COPY_SHARE,
		timeScale: scale,
		random,
		sleep,
	});
	const bursts: Array<{ from: number; to: number }> = [];
	const sendBurst = async (seconds: number) => {
		const from = performance.now();
		await sender.send(seconds, BURST_FACTOR * rates.used);
		bursts.push({ from, to: performance.now() });
	};

	// Afterward n8n knows nearly all vehicles, and the processes have the memory that bursts need.
	await sender.send((WARM_UP_EVENTS_PER_VEHICLE * VEHICLES * scale) / rates.carried, rates.carried);
	await sender.send(WARM_UP_BURST * scale, BURST_FACTOR * rates.used);
	await sender.finish();
	await target.waitUntilIdle();

	const warmUpEndedAt = performance.now();
	const sampler = new ProcessSampler(
		instance.processes,
		Math.max(MIN_SAMPLE_EVERY_MS, SAMPLE_EVERY_MS * scale),
	);
	let secondsToFinish: number;
	try {
		await sampler.sampleHeaps();
		await sender.send(PARTS.steady * scale, rates.used);
		await sendBurst(PARTS.burst * scale);
		await sender.send(PARTS.afterBurst * scale, rates.used);
		sender.isOutage = true;
		await sender.send(PARTS.outage * scale, rates.used);
		await sampler.sampleHeaps();
		sender.isOutage = false;
		await sender.send(PARTS.retries * scale, rates.used);
		await sendBurst(PARTS.lastBurst * scale);
		await sender.finish();
		const answeredAt = performance.now();
		await target.waitUntilIdle();
		secondsToFinish = (performance.now() - answeredAt) / 1000;
	} finally {
		await sampler.stop();
	}

	const processes = instance.processes.map(({ name }): FleetProcess => ({
		name,
		heaps: sampler.heaps.get(name) ?? [],
		samples: sampler.samples.get(name) ?? [],
	}));
	return checkFleetRun({
		output,
		scale,
		rates,
		sender,
		connections: CONNECTIONS,
		expectedAlerts: fleet.expectedAlerts(sender.events.values()),
		warmUpEndedAt,
		bursts,
		secondsToFinish,
		executions: await target.executions(lastIdBefore),
		processes,
		machine: sampler.machine,
		sizeBefore,
		sizeAfter: await readDatabaseSize(database, mode),
	});
}
