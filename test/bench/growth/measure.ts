import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	EMPTY_STORE,
	runExecute,
	runWebhook,
	type DeduplicationStore,
} from '../delivery/nodeContexts';
import { createDeliveryFactory, type Delivery } from '../deliveryFactory';
import { microsecondsPerCall, runMeasuringProgram } from '../measuringProgram';
import { randomIds } from '../signedEvents';
import { sizesSchema, type Sizes, type Times } from './messages';
import { createSqliteStore } from './sqliteStore';

// The program of the measuring processes that bench.ts starts.

const BATCH_SIZE = 20;
const WARM_UP_BATCHES = 5;

/** Executions that run at the same time share a call, so a call records several events. */
const EVENTS_PER_CALL = 10;

/** n8n's store has a mark for each vehicle that meets a condition: one of a hundred. */
const VEHICLES_PER_MARK = 100;

/** Conditions that no vehicle of the simulator meets. */
const unmetConditions = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		signal: 'odometer-traveleddistance',
		when: 'above',
		value: 1e7 + index,
		unit: 'km',
	}));

const parametersFor = ({ events, conditions }: Sizes): Record<string, unknown> => ({
	events: ['VEHICLE_STATE', 'VEHICLE_ERROR', ...(conditions > 0 ? ['CONDITION_MET'] : [])],
	conditions: { values: unmetConditions(conditions) },
	options: { rememberedEvents: events },
	simplify: true,
});

async function measureBatch(
	nextDelivery: () => Delivery,
	parameters: Record<string, unknown>,
	store: DeduplicationStore,
	{ events }: Sizes,
): Promise<Times> {
	const deliveries = Array.from({ length: BATCH_SIZE }, nextDelivery);
	const acceptedItems: Array<Awaited<ReturnType<typeof runWebhook>>> = [];
	const delivery = await microsecondsPerCall(BATCH_SIZE, async () => {
		for (const request of deliveries) acceptedItems.push(await runWebhook(request, parameters));
	});
	const execution = await microsecondsPerCall(BATCH_SIZE, async () => {
		for (const items of acceptedItems) await runExecute(items, parameters, store);
	});
	const storeCall = await microsecondsPerCall(1, async () => {
		const ids = randomIds(EVENTS_PER_CALL);
		await store.checkProcessedAndRecord(ids, 'node', { mode: 'entries', maxEntries: events });
	});
	return { delivery, storeCall, execution };
}

async function prepare(sizes: Sizes) {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-growth-'));
	process.on('exit', () => rmSync(folder, { recursive: true }));
	const store = createSqliteStore(path.join(folder, 'store.sqlite'));
	const parameters = parametersFor(sizes);
	const nextDelivery = await createDeliveryFactory(randomIds(sizes.vehicles));
	await store.checkProcessedAndRecord(randomIds(sizes.events), 'node', {
		mode: 'entries',
		maxEntries: sizes.events,
	});
	await store.checkProcessedAndRecord(
		randomIds(Math.ceil(sizes.vehicles / VEHICLES_PER_MARK)),
		'workflow',
		{ mode: 'entries' },
	);
	for (let count = 0; count < Math.max(sizes.events, sizes.vehicles); count++)
		await runExecute(await runWebhook(nextDelivery(), parameters), parameters, EMPTY_STORE);
	const measure = async () => await measureBatch(nextDelivery, parameters, store, sizes);
	for (let batch = 0; batch < WARM_UP_BATCHES; batch++) await measure();
	return measure;
}

runMeasuringProgram(sizesSchema, prepare);
