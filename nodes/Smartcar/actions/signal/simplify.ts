import type { IDataObject } from 'n8n-workflow';
import type { Signal, SignalList } from './schema';

/** 10-digit numbers are seconds, longer ones milliseconds (service: 6.1, rule 5). */
const FIRST_MILLISECONDS = 1e11;

/** A time as ISO 8601; 0 means "no time" (service: 6.1, rule 5), and text that is no time stays what it is. */
function isoTime(time: string | number | null | undefined): string | null {
	if (time === null || time === undefined || time === 0) return null;
	const date = new Date(typeof time === 'number' && time < FIRST_MILLISECONDS ? time * 1000 : time);
	return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}

export const codeOf = ({ id, attributes }: Signal): string | null => attributes.code ?? id ?? null;

/** It failed when its status says something else than success, not when the body is missing (service: 1, row 4). */
export function isFailed({ attributes: { status } }: Signal): boolean {
	const { value, error } = status ?? {};
	return (
		(error !== undefined && error !== null) || (value ?? 'SUCCESS').toUpperCase() !== 'SUCCESS'
	);
}

/**
 * What a signal says, in the terms of the trigger: `value` and `unit` as they come, and what a failed signal still
 * carries set apart as `stale`, so that nobody takes it as current.
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

/** A signal as a flat object. What the answer leaves out is null. */
export function simplifySignal(signal: Signal, vehicleId: string): IDataObject {
	const { name, group } = signal.attributes;
	return {
		code: codeOf(signal),
		name: name ?? null,
		group: group ?? null,
		...readingOf(signal),
		vehicleId,
	};
}

/** The signals of a vehicle by code in one object, with the vehicle beside them. What the answer leaves out is null. */
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
