import { createRequire } from 'node:module';
import { z } from 'zod';
import type { N8nInstallation } from '../../../tools/n8n/install';
import { Postgres } from '../../../tools/n8n/queue/postgres';
import { findQueuePrograms } from '../../../tools/n8n/queue/queuePrograms';
import { QUEUE_MODE_SETTINGS } from '../../../tools/testEnvironment/loadTestN8n';
import { median } from '../benchReport';
import type { DeduplicationStore } from '../delivery/nodeContexts';
import { newVehicleIds } from '../signedEvents';
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

/** As many events as the executions of a moment share in one call. */
const EVENTS_PER_CALL = 10;

const rowsSchema = z.array(z.object({ value: z.string() }));
const logPositionSchema = z.array(z.object({ bytes: z.coerce.number() }));

/** Medians of the calls of a store with so many events. */
interface PostgresTimes {
	events: number;
	/** Until the call has ended, in milliseconds. */
	call: number;
	/** Processor time of n8n, in milliseconds. */
	processor: number;
	/** Written to PostgreSQL's log, in bytes. */
	logBytes: number;
}

async function measureCalls(
	store: DeduplicationStore,
	logPosition: () => Promise<number>,
	events: number,
): Promise<PostgresTimes> {
	const record = async (count: number) =>
		await store.checkProcessedAndRecord(newVehicleIds(count), 'node', {
			mode: 'entries',
			maxEntries: events,
		});
	// Replaces all former entries.
	await record(events);
	const calls: number[] = [];
	const processor: number[] = [];
	const logBytes: number[] = [];
	for (let call = -WARM_UP_CALLS; call < CALLS; call++) {
		const positionBefore = await logPosition();
		const cpuBefore = process.cpuUsage();
		const startedAt = performance.now();
		await record(EVENTS_PER_CALL);
		const took = performance.now() - startedAt;
		const { user, system } = process.cpuUsage(cpuBefore);
		if (call < 0) continue;
		calls.push(took);
		processor.push((user + system) / 1000);
		logBytes.push((await logPosition()) - positionBefore);
	}
	return {
		events,
		call: median(calls),
		processor: median(processor),
		logBytes: median(logBytes),
	};
}

/**
 * Measures, with a table like n8n's in a PostgreSQL of its own, what a call of n8n's deduplication
 * store takes. PostgreSQL has the settings of docs/production.md#for-a-fleet.
 * @param sizes how many events the store has
 * @throws Error that says what to install if PostgreSQL is missing
 */
export async function measurePostgresStore(
	{ script }: N8nInstallation,
	sizes: number[],
): Promise<PostgresTimes[]> {
	const programs = await findQueuePrograms();
	if ('missing' in programs) throw new Error(programs.missing);
	const { Client }: PgModule = createRequire(script)('pg');
	const postgres = await Postgres.start(programs.found, QUEUE_MODE_SETTINGS.postgres);
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
		const logPosition = async () => {
			const { rows } = await client.query(
				"SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes",
			);
			return logPositionSchema.parse(rows)[0]?.bytes ?? NaN;
		};
		const results: PostgresTimes[] = [];
		for (const events of sizes) results.push(await measureCalls(store, logPosition, events));
		await client.end();
		return results;
	} finally {
		await postgres.stop();
	}
}
