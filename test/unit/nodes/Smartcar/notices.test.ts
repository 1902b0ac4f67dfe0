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
		const actsOnCar = ['command', 'chargeSchedule'].includes(resource);
		// Deleting a subscription only ends its events.
		const disconnects = operation === 'delete' && resource !== 'subscription';
		const names = namesShown({ resource, operation }, asTool);
		expect(names.filter((name) => name === 'toolRiskNotice')).toHaveLength(
			actsOnCar || disconnects ? 1 : 0,
		);
		expect(namesShown({ resource, operation })).not.toContain('toolRiskNotice');
	},
);

/** With these values a tool shows every notice that its operation can have. */
const VALUES_WITH_ALL_NOTICES: INodeParameters = {
	authentication: 'oAuth2Api',
	apiVersion: 'v3',
	vehicles: 'one',
	deleteBy: 'subscription',
};

const noticesIn = (names: string[]) =>
	names.filter((name) => /^(tool|toolRisk|oAuth2|oAuth2Version)Notice$/.test(name));

const OPERATIONS_WITH_NOTICES = OPERATIONS.filter(
	([resource, operation]) =>
		noticesIn(namesShown({ resource, operation, ...VALUES_WITH_ALL_NOTICES }, asTool)).length > 0,
);

test('every operation has a notice, except that of Compatible Vehicle', () => {
	expect(OPERATIONS_WITH_NOTICES).toEqual(
		OPERATIONS.filter(([resource]) => resource !== 'compatibleVehicle'),
	);
});

test.each(OPERATIONS_WITH_NOTICES)(
	'the notices of %s: %s come right after Operation',
	(resource, operation) => {
		const names = namesShown({ resource, operation, ...VALUES_WITH_ALL_NOTICES }, asTool);
		const notices = noticesIn(names);
		const afterOperation = names.slice(names.indexOf('operation') + 1);
		expect(afterOperation.slice(0, notices.length)).toEqual(notices);
	},
);

test.each(OPERATIONS)(
	'with OAuth2, %s: %s has the notice that it needs another credential unless it works with a vehicle token',
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

test.each(OPERATIONS)(
	'with an access token, %s: %s has the notice that it needs another credential if it builds a link',
	(resource, operation) => {
		const shown = (authentication: string) => namesShown({ authentication, resource, operation });
		const buildsLink = /Link$/.test(operation);
		expect(shown('accessTokenApi').includes('connectLinkNotice')).toBe(buildsLink);
		expect(shown('applicationApi')).not.toContain('connectLinkNotice');
		// The notice for OAuth2 says the same.
		expect(shown('oAuth2Api')).not.toContain('connectLinkNotice');
	},
);

test.each(OPERATIONS)(
	'with OAuth2, %s: %s has the notice about its version if version 3 of the API is selected',
	(resource, operation) => {
		const shown = (authentication: string, apiVersion: string) =>
			namesShown({ authentication, resource, operation, apiVersion });
		const hasVersion = shown('oAuth2Api', 'v3').includes('apiVersion');
		const isNotice = (name: string) => name === 'oAuth2VersionNotice';

		expect(shown('oAuth2Api', 'v3').filter(isNotice)).toHaveLength(hasVersion ? 1 : 0);
		expect(shown('oAuth2Api', 'v2.0').filter(isNotice)).toEqual([]);
		expect(shown('applicationApi', 'v3').filter(isNotice)).toEqual([]);
	},
);
