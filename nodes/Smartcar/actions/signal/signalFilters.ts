import type { INodeProperties } from 'n8n-workflow';
import { otherSignalsField } from '../../../shared/otherSignalsField';
import { toSignalCode } from '../../../shared/signalCode';
import { KNOWN_GROUPS, SIGNAL_OPTIONS, splitCamelCase } from '../../../shared/signalNames';
import type { Field, InputItem } from '../shared/inputItem';
import { normalizeId } from '../shared/locators';
import { toBoolean, parseEntries } from '../shared/parameters';
import type { Signal } from './schema';
import { codeOf } from './simplify';

const groupsField: INodeProperties = {
	displayName: 'Groups',
	name: 'groups',
	type: 'multiOptions',
	options: KNOWN_GROUPS.map((group) => ({ name: splitCamelCase(group), value: group })),
	default: [],
	description: 'All signals of these groups',
};

const signalsField: INodeProperties = {
	displayName: 'Signals',
	name: 'signalCodes',
	type: 'multiOptions',
	options: [...SIGNAL_OPTIONS],
	default: [],
	description: 'The signals to return',
};

const skipFailedField: INodeProperties = {
	displayName: 'Skip Failed Signals',
	name: 'skipFailed',
	type: 'boolean',
	default: true,
	description:
		'Whether to leave out signals that Smartcar could not read, such as those that the vehicle lacks',
};

/** The filters that are lists of codes or groups. */
const LIST_FIELDS = [groupsField, otherSignalsField, signalsField];

const FILTER_FIELDS = [...LIST_FIELDS, skipFailedField];

/** The node applies these filters itself, because Smartcar always sends all signals. */
export const signalFiltersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'A signal is returned if its code or its group is selected, or if none is selected',
	options: FILTER_FIELDS,
};

const MAX_LIST_LENGTH = 500;

/** Returns the codes or groups of one filter in lower case. */
function parseList(item: InputItem, field: Field, value: unknown): string[] {
	const entries = (parseEntries(value) ?? []).map((entry) =>
		typeof entry === 'string' ? normalizeId(toSignalCode(entry)) : undefined,
	);
	const validEntries = entries.filter((entry) => entry !== undefined);
	const isValid = validEntries.length > 0 && validEntries.length === entries.length;
	if (isValid && entries.length <= MAX_LIST_LENGTH) return validEntries;
	const expected = `a list of 1 to ${MAX_LIST_LENGTH} entries with only letters, digits and hyphens, or be removed from the filters`;
	throw item.invalidParameterError(field, expected, value);
}

/** Which signals to return. */
interface SignalFilters {
	/** Whether the code or the group of a signal is selected. */
	isSelected: (signal: Signal) => boolean;
	skipFailed: boolean;
}

/** Reads the filters of an item. Throws for an unknown filter, and for an unusable value. */
export function readSignalFilters(item: InputItem): SignalFilters {
	const filters = item.readCollection(signalFiltersField);
	const { skipFailed: skipFailedValue, ...lists } = { skipFailed: false, ...filters };
	const skipFailed = toBoolean(item, skipFailedField, skipFailedValue);
	const selected = new Set<string>();
	for (const [name, value] of Object.entries(lists)) {
		const field = LIST_FIELDS.find((listField) => listField.name === name);
		if (field === undefined) {
			const names = FILTER_FIELDS.map((known) => known.name);
			const expected = `an object with no fields except ${names.join(', ')}`;
			throw item.invalidParameterError(signalFiltersField, expected, { [name]: value });
		}
		for (const entry of parseList(item, field, value)) selected.add(entry);
	}
	const isSelected = (signal: Signal) => {
		const code = codeOf(signal);
		// The group is the first part of the code: `wheel` in `wheel-tires`. The group that Smartcar
		// sends can be missing or wrong.
		const group = code?.split('-')[0] ?? signal.attributes.group;
		const isIn = (name: string | null | undefined) => selected.has(name?.toLowerCase() ?? '');
		return selected.size === 0 || isIn(code) || isIn(group);
	};
	return { isSelected, skipFailed };
}
