import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { KNOWN_GROUPS, signalName, words } from '../../../shared/signalNames';
import { KNOWN_SIGNALS } from '../../../shared/signals';
import type { Signal } from './schema';
import { normalizeId } from '../../transport/paths';
import { badParameter, readCollection } from '../shared/parameters';
import { codeOf, isFailed } from './simplify';

/** Which signals to give. The service sends all of them in any case; it knows no filter (service: v3 signals). */
export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'A signal comes out when one of its code and group is wanted',
	options: [
		{
			displayName: 'Groups',
			name: 'groups',
			type: 'multiOptions',
			options: KNOWN_GROUPS.map((group) => ({ name: words(group), value: group })),
			default: [],
			description: 'All signals of these groups',
		},
		{
			displayName: 'Other Signals',
			name: 'otherSignalCodes',
			type: 'string',
			default: '',
			placeholder: 'e.g. tractionbattery-ratedrange',
			description: 'Comma-separated list of signal codes that Signals does not offer',
		},
		{
			displayName: 'Signals',
			name: 'signalCodes',
			type: 'multiOptions',
			options: KNOWN_SIGNALS.map((signal) => ({ name: signalName(signal), value: signal.code })),
			default: [],
			description: 'The signals to read',
		},
		{
			displayName: 'Skip Failed Signals',
			name: 'skipFailed',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out signals that could not be read, such as those that the vehicle lacks',
		},
	],
};

const LABELS: Record<string, string> = {
	groups: 'Groups',
	otherSignalCodes: 'Other Signals',
	signalCodes: 'Signals',
};

const MAX_LIST_LENGTH = 500;

function readList(
	context: IExecuteFunctions,
	item: number,
	name: string,
	value: unknown,
): string[] {
	const entries: unknown[] = Array.isArray(value)
		? value
		: typeof value === 'string'
			? value.split(',')
			: [];
	const ids = entries.map(normalizeId);
	const usable = ids.filter((id) => id !== undefined);
	if (usable.length > 0 && usable.length === ids.length && ids.length <= MAX_LIST_LENGTH)
		return usable;
	const allowed =
		'a list of at least one, of letters, digits and hyphens, or be removed from the filters';
	throw badParameter(context, item, LABELS[name] ?? name, allowed, value);
}

/** What the filters of an item let through. A filter that is there without a usable value is an error. */
export function readSignalFilter(
	context: IExecuteFunctions,
	item: number,
): (signal: Signal) => boolean {
	const filters = readCollection(context, item, 'filters', 'Filters');
	const { skipFailed, ...lists } = { skipFailed: false, ...filters };
	if (typeof skipFailed !== 'boolean') {
		throw badParameter(context, item, 'Skip Failed Signals', 'true or false', skipFailed);
	}
	const wanted = new Set(
		Object.entries(lists).flatMap(([name, value]) => {
			if (!Object.hasOwn(LABELS, name)) {
				throw badParameter(
					context,
					item,
					'Filters',
					`of ${Object.keys(LABELS).join(', ')}, skipFailed`,
					name,
				);
			}
			return readList(context, item, name, value).map((entry) => entry.toLowerCase());
		}),
	);
	return (signal) => {
		if (skipFailed && isFailed(signal)) return false;
		const names = [codeOf(signal), signal.attributes.group].map(
			(name) => name?.toLowerCase() ?? '',
		);
		return wanted.size === 0 || names.some((name) => wanted.has(name));
	};
}
