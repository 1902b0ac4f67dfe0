import { createRequire } from 'node:module';
import { z } from 'zod';
import type { N8nInstallation } from '../../../tools/n8n/install';
import { Postgres } from '../../../tools/n8n/queue/postgres';
import { requireQueuePrograms } from '../../../tools/n8n/queue/queuePrograms';
import { QUEUE_MODE_SETTINGS } from '../../support/loadTestN8n';
import { median } from '../benchReport';
import type { DeduplicationStore } from '../delivery/nodeContexts';
import { randomIds } from '../signedEvents';
import { createListStore } from './listStore';

/** The part of n8n's PostgreSQL client that is used here. */
interface PgModule {
	Client: new (connection: object) => {
		connect(): Promise<void>;
		query(sql: string, values?: string[]): Promise<{ rows: unknown[] }>;
		end(): Promise<void>;
	};
}

const CALLS = 60;
const WARM_UP_CALLS = 5;

/** Executions that run at the same time share a call, so a call records several events. */
const EVENTS_PER_CALL = 10;

const rowsSchema = z.array(z.object({ value: z.string() }));
const walPositionSchema = z.array(z.object({ bytes: z.coerce.number() }));

/** What a call of the store takes. Medians of all calls. */
interface PostgresCosts {
	/** How many events the store has. */
	events: number;
	/** Time from the start to the end of the call. */
	callMs: number;
	/** Processor time of n8n. */
	processorMs: number;
	/** Bytes written to PostgreSQL's write-ahead log. */
	walBytes: number;
}

async function measureCalls(
	store: DeduplicationStore,
	readWalPosition: () => Promise<number>,
	events: number,
): Promise<PostgresCosts> {
	const record = async (count: number) =>
		await store.checkProcessedAndRecord(randomIds(count), 'node', {
			mode: 'entries',
			maxEntries: events,
		});
	// Replaces all entries of an earlier measurement.
	await record(events);
	const callMs: number[] = [];
	const processorMs: number[] = [];
	const walBytes: number[] = [];
	for (let call = -WARM_UP_CALLS; call < CALLS; call++) {
		const walPositionBefore = await readWalPosition();
		const cpuBefore = process.cpuUsage();
		const startedAt = performance.now();
		await record(EVENTS_PER_CALL);
		const tookMs = performance.now() - startedAt;
		const { user, system } = process.cpuUsage(cpuBefore);
		if (call < 0) continue;
		callMs.push(tookMs);
		processorMs.push((user + system) / 1000);
		walBytes.push((await readWalPosition()) - walPositionBefore);
	}
	return {
		events,
		callMs: median(callMs),
		processorMs: median(processorMs),
		walBytes: median(walBytes),
	};
}

/**
 * Measures what a call of n8n's deduplication store takes with PostgreSQL. Starts a PostgreSQL with
 * the settings of docs/production.md#for-a-fleet, and creates a table like n8n's.
 * @param sizes the numbers of events that the store has
 * @throws Error that says what to install if PostgreSQL is missing
 */
export async function measurePostgresStore(
	{ script }: N8nInstallation,
	sizes: number[],
): Promise<PostgresCosts[]> {
	const programs = await requireQueuePrograms();
	const { Client }: PgModule = createRequire(script)('pg');
	const postgres = await Postgres.start(programs, QUEUE_MODE_SETTINGS.postgres);
	try {
		const client = new Client(postgres.connection);
		await client.connect();
		await client.query(
			'CREATE TABLE processed_data (context TEXT PRIMARY KEY, value TEXT NOT NULL)',
		);
		const store = createListStore({
			read: async (context) => {
				const { rows } = await client.query('SELECT value FROM processed_data WHERE context = $1', [
					context,
				]);
				return rowsSchema.parse(rows)[0]?.value;
			},
			write: async (context, value) => {
				await client.query(
					`INSERT INTO processed_data (context, value) VALUES ($1, $2)
						ON CONFLICT (context) DO UPDATE SET value = EXCLUDED.value`,
					[context, value],
				);
			},
		});
		const readWalPosition = async () => {
			const { rows } = await client.query(
				"SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes",
			);
			return walPositionSchema.parse(rows)[0]?.bytes ?? NaN;
		};
		const results: PostgresCosts[] = [];
		for (const events of sizes) results.push(await measureCalls(store, readWalPosition, events));
		await client.end();
		return results;
	} finally {
		await postgres.stop();
	}
}
