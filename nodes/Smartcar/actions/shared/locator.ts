import type { IExecuteFunctions, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { ID_PATTERN, linkPattern, normalizeId } from '../../transport/paths';
import { badParameter } from './parameters';

/** What names one thing of the service: how it is shown, and how its ID is read. */
export interface Locator {
	/** A parameter of its own, which has to be filled in. */
	field: INodeProperties;
	/** One of a collection; the description says what it does there. */
	option(description: string): INodeProperties;
	/** The ID that a value of it holds, fit to be part of a path; undefined for everything else. */
	parse(value: unknown): string | undefined;
	/** What a value that holds no ID must be. */
	allowed(value: unknown): string;
	/** The ID of the parameter. Throws an error that names the parameter when it holds none. */
	read(context: IExecuteFunctions, item: number): string;
}

interface Kind {
	name: string;
	displayName: string;
	description: string;
	searchListMethod: string;
	idMode?: { displayName: string; placeholder: string; allowed: string };
	/** The part of the service's own links that the ID follows, such as `vehicles`. */
	linkedBy: string;
	/** The parameters that the list is made for: another value of theirs empties the choice. */
	listedFor?: string[];
}

/** How an ID is typed in, unless a kind has a way of its own. */
export const BY_ID = {
	displayName: 'By ID',
	placeholder: 'e.g. 36ab27d0-fd9d-4455-823a-ce30af709ffc',
	allowed: 'an ID of letters, digits, hyphens and underscores',
};

function fieldOf(kind: Kind, link: string): INodeProperties {
	const { name, displayName, description, searchListMethod, listedFor, idMode = BY_ID } = kind;
	const validation = (regex: string, allowed: string): INodePropertyMode['validation'] => [
		{ type: 'regex', properties: { regex, errorMessage: `'${displayName}' must be ${allowed}` } },
	];
	return {
		displayName,
		name,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description,
		...(listedFor && { typeOptions: { loadOptionsDependsOn: listedFor } }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${displayName.toLowerCase()}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: idMode.displayName,
				name: 'id',
				type: 'string',
				placeholder: idMode.placeholder,
				validation: validation(`^\\s*${ID_PATTERN}\\s*$`, idMode.allowed),
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: "e.g. a link from Smartcar's answers",
				extractValue: { type: 'regex', regex: link },
				validation: validation(link, 'one of the links in the answers of Smartcar'),
			},
		],
	};
}

/** What a locator holds: its mode and value, or only a value when an expression stands for the whole of it. */
function partsOf(value: unknown): { mode?: unknown; value: unknown } {
	if (typeof value !== 'object' || value === null || !('__rl' in value)) return { value };
	return { mode: Reflect.get(value, 'mode'), value: Reflect.get(value, 'value') };
}

/** Makes the locator of one kind of thing. */
export function locator(kind: Kind): Locator {
	const { name, displayName, linkedBy, idMode = BY_ID } = kind;
	const link = linkPattern(linkedBy);
	const field = fieldOf(kind, link);

	function parse(held: unknown): string | undefined {
		const { mode, value } = partsOf(held);
		return normalizeId(
			mode === 'url' && typeof value === 'string' ? new RegExp(link).exec(value)?.[1] : value,
		);
	}

	function allowed(held: unknown): string {
		return partsOf(held).mode === 'url'
			? `a link such as https://.../${linkedBy}/ and the ID`
			: idMode.allowed;
	}

	return {
		field,
		option: (purpose) => ({ ...field, required: false, description: purpose }),
		parse,
		allowed,
		read(context, item) {
			const value: unknown = context.getNodeParameter(name, item, '');
			const id = parse(value);
			if (id !== undefined) return id;
			throw badParameter(context, item, displayName, allowed(value), value);
		},
	};
}
