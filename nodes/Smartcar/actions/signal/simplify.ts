import type { IDataObject } from 'n8n-workflow';
import type { Signal, SignalList } from './schema';

/** Smaller numbers are Unix seconds, larger ones Unix milliseconds. */
const MIN_MILLISECONDS = 1e11;

/**
 * A time as ISO 8601. 0 means that there is no time. Text that is no time stays unchanged.
 * See docs/contributing/smartcar-api.md#event-times.
 */
export function isoTime(time: string | number | null | undefined): string | null {
	if (time === null || time === undefined || time === 0) return null;
	const date = new Date(typeof time === 'number' && time < MIN_MILLISECONDS ? time * 1000 : time);
	return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}

export const codeOf = ({ id, attributes }: Signal): string | null => attributes.code ?? id ?? null;

/** Whether the status is not SUCCESS. A missing body alone is no failure. */
export function isFailed({ attributes: { status } }: Signal): boolean {
	const { value, error } = status ?? {};
	return (
		(error !== undefined && error !== null) || (value ?? 'SUCCESS').toUpperCase() !== 'SUCCESS'
	);
}

/**
 * The fields that the trigger uses for a signal too. The body of a failed signal is from an earlier
 * read, so it goes into `stale`.
 */
function readingOf(signal: Signal): IDataObject {
	const { attributes, meta } = signal;
	const { status, body } = attributes;
	const failed = isFailed(signal);
	const times = {
		oemUpdatedAt: isoTime(meta?.oemUpdatedAt),
		retrievedAt: isoTime(meta?.retrievedAt ?? meta?.fetchedAt),
	};
	return {
		value: null,
		unit: null,
		...(!failed && body),
		failed,
		errorType: status?.error?.type ?? null,
		errorCode: status?.error?.code ?? (failed ? (status?.value ?? null) : null),
		stale: failed && body ? { ...body, ...times } : null,
		oemUpdatedAt: failed ? null : times.oemUpdatedAt,
		retrievedAt: failed ? null : times.retrievedAt,
	};
}

/** A signal as a flat object. Missing values are null. */
export function simplifySignal(signal: Signal, vehicleId: string): IDataObject {
	const { name, group } = signal.attributes;
	const identity = { code: codeOf(signal), name: name ?? null, group: group ?? null };
	// First for the order of the fields, last because a body can have a field with the same name.
	return { ...identity, ...readingOf(signal), ...identity, vehicleId };
}

/** All signals of a vehicle in one object, by code. Missing values are null. */
export function combineSignals(
	signals: Signal[],
	included: SignalList['included'],
	vehicleId: string,
	userId: string,
): IDataObject {
	const { make, model, year, powertrainType } = included?.vehicle?.attributes ?? {};
	return {
		vehicleId,
		make: make ?? null,
		model: model ?? null,
		year: year ?? null,
		powertrainType: powertrainType ?? null,
		userId,
		signals: Object.fromEntries(
			signals.map((signal) => [String(codeOf(signal)), readingOf(signal)]),
		),
	};
}
