import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import * as chargeSchedule from '../../../nodes/Smartcar/actions/chargeSchedule';
import * as command from '../../../nodes/Smartcar/actions/command';
import * as signal from '../../../nodes/Smartcar/actions/signal';
import * as vehicle from '../../../nodes/Smartcar/actions/vehicle';
import { KNOWN_PATHS } from '../../../nodes/Smartcar/actions/vehicle/batchPaths';
import { STATE_PERMISSIONS } from '../../../nodes/Smartcar/actions/vehicle/stateRow';
import { InputItem } from '../../../nodes/Smartcar/actions/shared/inputItem';
import type { Operation } from '../../../nodes/Smartcar/actions/shared/operation';
import { Smartcar } from '../../../nodes/Smartcar/Smartcar.node';
import { SmartcarClient } from '../../../nodes/Smartcar/transport/client';
import { permissionOptions } from '../../../nodes/shared/permissions';
import { testNode } from '../nodes/testNode';
import { parseMarkdown, read, sectionOf, tableCells } from './documents';

const PAGE = 'docs/actions.md';

const properties = new Smartcar().description.properties;

const choicesOf = (property: INodeProperties | undefined): INodePropertyOptions[] =>
	(property?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

/** Whether a value shows the parameter. Collections name the other parameter from the root. */
const shows = ({ displayOptions: { show } = {} }: INodeProperties, name: string, value: string) =>
	(show?.[name] ?? show?.[`/${name}`])?.includes(value) === true;

const showsFor = (property: INodeProperties, resource: string, operation: string) =>
	shows(property, 'resource', resource) && shows(property, 'operation', operation);

const resources = choicesOf(properties.find(({ name }) => name === 'resource'));

/** All operations: their names on the page, such as `Vehicle: Get`, and their parameters. */
const operations = resources.flatMap((resource) => {
	const resourceValue = String(resource.value);
	const field = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resourceValue),
	);
	return choicesOf(field).map(({ name, value }) => ({
		resource: resource.name,
		operation: name,
		name: `${resource.name}: ${name}`,
		path: `${resourceValue}/${value}`,
		parameters: properties.filter((property) => showsFor(property, resourceValue, String(value))),
	}));
});

const hasParameter = (parameterName: string) => (operation: (typeof operations)[number]) =>
	operation.parameters.some(({ name }) => name === parameterName);

/** The names of the fields in all collections with this name. */
const fieldsOf = (collection: string): string[] =>
	operations.flatMap(({ parameters }) =>
		parameters
			.filter(({ name }) => name === collection)
			.flatMap(({ options = [] }) =>
				options.flatMap((field) => ('displayName' in field ? field.displayName : [])),
			),
	);

/** The entries of the first column of the table below a heading. */
const firstColumn = (heading: string): string[] =>
	tableCells(PAGE, heading).flatMap(([cell = '']) => cell.split(', '));

/** The operations that a text names in italics, such as `*Vehicle: Get*`. */
const operationsNamedIn = (text: string): string[] =>
	[...text.matchAll(/\*([A-Z][A-Za-z ]+: [A-Z][A-Za-z ]+)\*/g)].map(([, name = '']) => name);

const namedOperations = (heading: string): string[] =>
	operationsNamedIn(sectionOf(PAGE, heading).replaceAll(/\s+/g, ' '));

test.each(resources)('the page on the Smartcar node lists each operation of $name', ({ name }) => {
	expect(tableCells(PAGE, name).map(([operation]) => operation)).toEqual(
		operations.filter(({ resource }) => resource === name).map(({ operation }) => operation),
	);
});

// The columns of Get State are listed on the page on production, which has a test of its own.
test.each(operations.filter(({ name }) => name !== 'Vehicle: Get State'))(
	'the page on the Smartcar node lists the fields of $name in their order',
	({ resource, operation, path }) => {
		const row = tableCells(PAGE, resource).find(([name]) => name === operation);
		const schema = JSON.parse(read(`nodes/Smartcar/__schema__/v1.0.0/${path}.json`));
		expect(parseMarkdown(row?.at(-1) ?? '').code).toEqual(Object.keys(schema.properties));
	},
);

test('the page on the Smartcar node names the operations with an API version', () => {
	const versioned = operations.filter(hasParameter('apiVersion')).map(({ name }) => name);
	expect(namedOperations('Credentials').sort()).toEqual(versioned.sort());
});

test("the page on the Smartcar node names the operations without 'Simplify'", () => {
	const withoutSimplify = operations
		.filter((operation) => !hasParameter('simplify')(operation) && operation.operation !== 'Delete')
		.map(({ name }) => name);
	expect(namedOperations('Simplify').sort()).toEqual(withoutSimplify.sort());
});

test.each([
	['options', 'Options'],
	['filters', 'Lists'],
])("the page on the Smartcar node explains all '%s'", (collection, heading) => {
	expect(new Set(firstColumn(heading))).toEqual(new Set(fieldsOf(collection)));
});

test("the page on the Smartcar node names the operations with 'If No Signals'", () => {
	const [, description = ''] =
		tableCells(PAGE, 'Options').find(([option]) => option === 'If No Signals') ?? [];
	const withOption = operations
		.filter(({ parameters }) =>
			parameters.some(
				({ name, options = [] }) =>
					name === 'options' && options.some((option) => option.name === 'ifNoSignals'),
			),
		)
		.map(({ name }) => name);
	expect(operationsNamedIn(description).sort()).toEqual(withOption.sort());
});

/** The numbers of a text, such as 3600 for `3,600`. */
const numbersIn = (text: string | undefined): number[] =>
	[...(text ?? '').matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(',', '')));

/** The options of all operations whose name matches. */
const optionsNamed = (namePattern: RegExp) =>
	operations.flatMap(({ resource, parameters }) =>
		parameters
			.filter(({ name }) => name === 'options')
			.flatMap(({ options = [] }) => options)
			.filter(
				(option): option is INodeProperties => 'type' in option && namePattern.test(option.name),
			)
			.map((option) => ({ resource, option })),
	);

/** The different defaults of an option, the highest first, and then its maximum. */
function limitsOf(namePattern: RegExp): number[] {
	const options = optionsNamed(namePattern).map(({ option }) => option);
	const defaults = new Set(options.map((option) => Number(option.default)));
	const maxima = new Set(options.map(({ typeOptions }) => Number(typeOptions?.maxValue)));
	return [...[...defaults].sort((a, b) => b - a), ...maxima];
}

test.each([
	[
		'Concurrent Requests',
		/^concurrent(Requests|Commands)$/,
		'docs/production.md',
		'Options of the Smartcar node',
	],
	[
		'Max Retry Wait (Seconds)',
		/^maxRetryWait$/,
		'docs/production.md',
		'Options of the Smartcar node',
	],
	['Max Wait for Subscription (Seconds)', /^maxSubscriptionWait$/, PAGE, 'Options'],
])(
	'the documented defaults and maximum of %s are those of the node',
	(label, name, page, heading) => {
		const [, ...cells] = tableCells(page, heading).find(([option]) => option === label) ?? [];
		expect(numbersIn(cells[0])).toEqual(limitsOf(name));
	},
);

test('the default of Concurrent Requests is 1 for charge schedules and commands only', () => {
	const resourcesWithOne = optionsNamed(/^concurrent/).flatMap(({ resource, option }) =>
		option.default === 1 ? resource : [],
	);
	const expected = operations
		.map(({ resource }) => resource)
		.filter((resource) => ['Charge Schedule', 'Command'].includes(resource));
	expect(resourcesWithOne).toEqual(expected);
});

describe('the page on the Smartcar node lists', () => {
	const rows = tableCells(PAGE, 'Permissions');

	/**
	 * Runs an operation for a vehicle whose user has granted nothing.
	 * @returns the permission that the error names, if there is one
	 */
	async function neededPermission(operation: Operation): Promise<string | undefined> {
		const values: Record<string, unknown> = {
			vehicleId: 'v1',
			scheduleId: 's1',
			signalCode: 'wheel-tires',
			percent: 80,
			latitude: 50,
			longitude: 14,
			startTime: '22:00',
			stopTime: '06:00',
		};
		const connection = {
			id: 'c1',
			attributes: { permissions: [] },
			relationships: { vehicle: { data: { id: 'v1' } }, user: { data: { id: 'u1' } } },
		};
		const context = {
			getNode: () => testNode(),
			getNodeParameter: (name: string, _itemIndex: number, fallback: unknown) =>
				values[name] ?? fallback,
			addExecutionHints: () => undefined,
			getCredentials: async () => ({}),
			helpers: {
				httpRequestWithAuthentication: async () => ({
					statusCode: 200,
					headers: {},
					body: { data: [connection], links: { next: null } },
				}),
			},
		} as unknown as IExecuteFunctions;
		const host = 'https://smartcar.example';
		const hosts = {
			vehicleDataUrl: host,
			managementUrl: host,
			signalsUrl: host,
			compatibilityUrl: host,
		};
		const access = { credentialType: 'smartcarApplicationApi', hosts } as const;
		const client = new SmartcarClient(context, access, { maxRetryWaitMs: 0 });
		const error: unknown = await operation
			.execute(new InputItem(context, 0), client)
			.catch((reason) => reason);
		const message = error instanceof Error ? error.message : '';
		return /^No user of the vehicle v1 has granted (\w+)$/.exec(message)?.[1];
	}

	test('all permissions', () => {
		expect(rows.map(([name, description]) => [name, description])).toEqual(
			permissionOptions.map(({ name, description }) => [`\`${name}\``, description]),
		);
	});

	test('what needs a permission', async () => {
		const needs: Array<[permission: string, name: string]> = [];
		for (const [resource, module] of Object.entries({ chargeSchedule, command, signal, vehicle })) {
			for (const [value, operation] of Object.entries<Operation>(module.operations)) {
				const permission = await neededPermission(operation);
				const { name } = operations.find(({ path }) => path === `${resource}/${value}`) ?? {};
				if (permission !== undefined) needs.push([permission, String(name)]);
			}
		}
		for (const permission of STATE_PERMISSIONS) needs.push([permission, 'Vehicle: Get State']);
		for (const { value, description } of KNOWN_PATHS) {
			// The description of a path ends with the permission.
			const [permission] = /\w+_\w+$/.exec(description ?? '') ?? [];
			if (permission !== undefined) needs.push([permission, `\`${value}\``]);
		}

		const listed = rows.flatMap(([name = '', , neededBy = '']) =>
			neededBy.split(' · ').flatMap((what) => (what ? [[name.replaceAll('`', ''), what]] : [])),
		);
		expect(listed.sort()).toEqual(needs.sort());
	});
});
