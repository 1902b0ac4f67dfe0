import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { Smartcar } from '../../../../nodes/Smartcar/Smartcar.node';

const node = new Smartcar().description;
const asTool = { ...node, name: 'smartcarTool' };

const isShown = (property: INodeProperties, values: INodeParameters, description = node) =>
	NodeHelpers.displayParameter(values, property, null, description);

const valuesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

/** The resource and the operation of each operation. */
const OPERATIONS = node.properties
	.filter(({ name }) => name === 'operation')
	.flatMap((property) =>
		(property.displayOptions?.show?.resource ?? []).flatMap((resource) =>
			valuesOf(property).map((operation) => [String(resource), String(operation)] as const),
		),
	);

const namesShown = (values: INodeParameters, description = node) =>
	node.properties
		.filter((property) => isShown(property, values, description))
		.map(({ name }) => name);

/** The fields whose values an agent has to look up with another tool first. */
const ID_FIELDS = new Set(['connectionId', 'subscriptionId', 'userId', 'vehicleId', 'webhookId']);

/** The values of the parameters that decide which fields an operation has. */
const CHOICES: INodeParameters[] = [
	{ vehicles: 'one', deleteBy: 'vehicleAndWebhook', apiVersion: 'v3' },
	{ vehicles: 'allConnected', deleteBy: 'subscription', apiVersion: 'v3' },
];

test.each(OPERATIONS)(
	'as a tool, %s: %s has a notice about other tools if it needs an ID',
	(resource, operation) => {
		for (const choices of CHOICES) {
			const names = namesShown({ resource, operation, ...choices }, asTool);
			const needsId = names.some((name) => ID_FIELDS.has(name));
			expect(names.filter((name) => name === 'toolNotice')).toHaveLength(needsId ? 1 : 0);
		}
	},
);

test.each(OPERATIONS)(
	'as a tool, %s: %s has a notice of risk if it acts on a car or disconnects one',
	(resource, operation) => {
		const isRisky = ['command', 'chargeSchedule'].includes(resource) || operation === 'delete';
		const names = namesShown({ resource, operation }, asTool);
		const expected = isRisky && resource !== 'subscription' ? 1 : 0;
		expect(names.filter((name) => name === 'toolRiskNotice')).toHaveLength(expected);
		expect(namesShown({ resource, operation })).not.toContain('toolRiskNotice');
	},
);

test.each(OPERATIONS)('the notices of %s: %s come right after Operation', (resource, operation) => {
	const values = { resource, operation, authentication: 'oAuth2Api', vehicles: 'one' };
	const names = namesShown(values, asTool);
	const notices = names.filter((name) => /^(tool(Risk)?|oAuth2)Notice$/.test(name));
	const afterOperation = names.slice(names.indexOf('operation') + 1);
	expect(afterOperation.slice(0, notices.length)).toEqual(notices);
});

test.each(OPERATIONS)(
	'with OAuth2, %s: %s has a notice unless it works with a token of a vehicle',
	(resource, operation) => {
		const values = { authentication: 'oAuth2Api', resource, operation, apiVersion: 'v2.0' };
		const names = namesShown(values);
		const worksWithVehicleToken = names.includes('apiVersion') || resource === 'compatibleVehicle';
		expect(names.filter((name) => name === 'oAuth2Notice')).toHaveLength(
			worksWithVehicleToken ? 0 : 1,
		);
		expect(namesShown({ ...values, authentication: 'applicationApi' })).not.toContain(
			'oAuth2Notice',
		);
	},
);
