import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from '../../../shared/isAbsent';
import { keyByCode } from '../../../shared/signalCode';
import { isSuccessStatus, statusAsCode } from '../../../shared/signalStatus';
import { withTirePressures } from '../../../shared/tirePressures';
import { toIsoTime } from '../../../shared/toIsoTime';
import { readServiceError } from '../../transport/errors/serviceError';
import { withoutAbsent } from '../../../shared/withoutAbsent';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';
import type { Signal, SignalList } from './schema';

/**
 * A time as ISO 8601. Zero and negative numbers mark a missing time. Text that is not a time stays
 * unchanged.
 */
export function isoTimeOrText(time: string | number | null | undefined): string | null {
	if (time === null || time === undefined || Number(time) <= 0) return null;
	return toIsoTime(time) ?? String(time);
}

export const codeOf = ({ id, attributes }: Signal): string | null => attributes.code ?? id ?? null;

/** Whether a signal has this code, which is given in lower case. */
export const hasCode = (signal: Signal, code: string): boolean =>
	codeOf(signal)?.toLowerCase() === code;

/** When Smartcar read the signal from the vehicle, in the form in which Smartcar sent it. */
export const readingTime = ({ meta }: Pick<Signal, 'meta'>): string | number | null | undefined =>
	meta?.retrievedAt ?? meta?.fetchedAt;

/** Whether a signal has an error, or a status other than SUCCESS. A missing body is no failure. */
export function isFailed({ attributes: { status } }: Signal): boolean {
	const { value, error } = status ?? {};
	return !isAbsent(error) || !isSuccessStatus(value ?? '');
}

/**
 * Whether a signal failed because the vehicle does not have it, or cannot report it. Not with
 * PLATFORM_NOT_CAPABLE: it can once its owner has connected it again.
 */
export function isUnsupported({ attributes: { status } }: Signal): boolean {
	const { type, code } = status?.error ?? {};
	return type?.toUpperCase() === 'COMPATIBILITY' && code?.toUpperCase() !== 'PLATFORM_NOT_CAPABLE';
}

/** Whether a signal was read and has a body. */
export const isReadable = (signal: Signal): boolean =>
	!isFailed(signal) && Boolean(signal.attributes.body);

/** The error of a failed signal as fields of its flat object. */
function signalErrorFields({ attributes: { status } }: Signal): IDataObject {
	const { value, error } = status ?? {};
	const { description, resolution, resolutionUrl } =
		readServiceError({ errors: [error ?? {}] }) ?? {};
	return {
		errorType: error?.type,
		// Without an error the status says why there is no value, such as UNAVAILABLE.
		errorCode: error?.code ?? (error?.type ? undefined : statusAsCode(value ?? '')),
		errorTitle: error?.title,
		errorDetail: error?.detail ?? (error?.title ? undefined : description),
		resolution,
		resolutionUrl,
	};
}

/**
 * The fields of a body between other fields. If a field of the body has the name of one of these,
 * the other field wins, and the whole body is also in `body`. The trigger does the same.
 */
function flattenBody(before: IDataObject, body: IDataObject, after: IDataObject): IDataObject {
	const ownFields = { ...before, ...after };
	const isHidden = Object.keys(body).some((key) => key in ownFields);
	return withoutAbsent({ ...before, ...body, ...ownFields, ...(isHidden && { body }) });
}

/**
 * A signal as a flat object, without empty fields. The body of a failed signal is from an earlier
 * read, so it goes into `stale`.
 *
 * @param before fields to put before those of the signal
 * @param after fields to put after those of the signal
 */
function flattenSignal(
	signal: Signal,
	before: IDataObject = {},
	after: IDataObject = {},
): IDataObject {
	const { attributes, meta } = signal;
	const body = withTirePressures(codeOf(signal) ?? '', attributes.body ?? undefined);
	const times = {
		oemUpdatedAt: isoTimeOrText(meta?.oemUpdatedAt),
		retrievedAt: isoTimeOrText(readingTime(signal)),
	};
	const ingestedAt = isoTimeOrText(meta?.ingestedAt);
	if (!isFailed(signal))
		return flattenBody(before, body ?? {}, { failed: false, ...times, ingestedAt, ...after });
	const stale = body && withoutAbsent({ ...body, ...times });
	const failure = { failed: true, ...signalErrorFields(signal), stale, ingestedAt };
	return withoutAbsent({ ...before, ...failure, ...after });
}

/** A signal as a flat object. Empty fields are left out. */
export function simplifySignal(signal: Signal, vehicleId: string): IDataObject {
	const { name, group } = signal.attributes;
	return flattenSignal(signal, { code: codeOf(signal), name, group }, { vehicleId });
}

/** All signals of a vehicle in one object, by code. */
export function combineSignals(
	signals: Signal[],
	included: SignalList['included'],
	vehicleId: string,
	userId: string,
): IDataObject {
	return {
		...simplifyVehicleSummary(included?.vehicle?.attributes),
		signals: keyByCode(
			signals.map((signal) => ({
				code: String(codeOf(signal)),
				fields: flattenSignal(signal),
			})),
		),
		vehicleId,
		userId,
	};
}
