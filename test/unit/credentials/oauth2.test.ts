import { Workflow } from 'n8n-workflow';
import type { INodeParameters, INodeType, INodeTypes, NodeParameterValueType } from 'n8n-workflow';
import { SmartcarOAuth2Api } from '../../../credentials/SmartcarOAuth2Api.credentials';
import { allPermissions } from '../../../simulator/simulator';
import { testNode } from '../nodes/testNode';

const credential = new SmartcarOAuth2Api();

const node = testNode();
const nodeType: INodeType = {
	description: {
		displayName: 'None',
		name: 'none',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: [],
		properties: [],
	},
};
const nodeTypes: INodeTypes = {
	getByName: () => nodeType,
	getByNameAndVersion: () => nodeType,
	getKnownTypes: () => ({}),
};

/**
 * The value of a hidden field: n8n evaluates its expression with the filled-in fields as `$self`.
 */
function evaluateField(name: string, values: INodeParameters = {}): NodeParameterValueType {
	const fields: INodeParameters = {};
	for (const property of credential.properties) {
		if (property.type !== 'hidden' && property.displayOptions === undefined)
			fields[property.name] = property.default;
	}
	const template = credential.properties.find((property) => property.name === name)?.default;
	if (typeof template !== 'string') throw new Error(`There is no field ${name}`);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const self = { ...fields, ...values };
	const { value } = Object(
		workflow.expression.getComplexParameterValue(
			node,
			{ value: template },
			'internal',
			{},
			undefined,
			undefined,
			self,
		),
	);
	return value;
}

test('uses the authorization code grant and Basic authentication', () => {
	expect(credential.extends).toEqual(['oAuth2Api']);
	expect(evaluateField('grantType')).toBe('authorizationCode');
	expect(evaluateField('authentication')).toBe('header');
});

test.each([
	['authUrl', 'https://connect.smartcar.com/oauth/authorize'],
	['accessTokenUrl', 'https://auth.smartcar.com/oauth/token'],
])('%s is the public URL by default', (name, expected) => {
	expect(evaluateField(name)).toBe(expected);
	expect(evaluateField(name, { customHosts: true, authorizationUrl: ' ', authTokenUrl: ' ' })).toBe(
		expected,
	);
	expect(
		evaluateField(name, {
			customHosts: false,
			authorizationUrl: 'http://x',
			authTokenUrl: 'http://x',
		}),
	).toBe(expected);
});

test('Custom Hosts replaces both URLs', () => {
	const hosts = {
		customHosts: true,
		authorizationUrl: ' http://a/authorize/ ',
		authTokenUrl: 'http://a/token',
	};
	expect(evaluateField('authUrl', hosts)).toBe('http://a/authorize/');
	expect(evaluateField('accessTokenUrl', hosts)).toBe('http://a/token');
});

test('requests the selected and the additional scopes, separated by spaces', () => {
	const typed = {
		requestedScopes: ['read_vin'],
		additionalScopes: ' required:read_fuel,  read_new ',
	};
	expect(evaluateField('scope', typed)).toBe('read_vin required:read_fuel read_new');
	expect(evaluateField('scope', { requestedScopes: [], additionalScopes: 'read_vin' })).toBe(
		'read_vin',
	);
});

test.each([{}, { requestedScopes: [], additionalScopes: ' ' }])(
	'requests the default scopes if there are none: %j',
	(values) => {
		expect(evaluateField('scope', values)).toBe(
			'read_battery read_charge read_odometer read_tires read_vehicle_info',
		);
	},
);

test('sends mode, single select and additional parameters to the authorization page', () => {
	expect(evaluateField('authQueryParameters')).toBe('mode=live&single_select=true');
	const chosen = {
		mode: 'simulated',
		singleSelect: false,
		connectParameters: ' ?make=TESLA&approval_prompt=force',
	};
	expect(evaluateField('authQueryParameters', chosen)).toBe(
		'mode=simulated&single_select=false&make=TESLA&approval_prompt=force',
	);
});

test('offers every documented permission, including the default ones', () => {
	const scopes = credential.properties.find(({ name }) => name === 'requestedScopes');
	const values = (scopes?.options ?? []).map((option) =>
		'value' in option ? option.value : undefined,
	);
	expect([...values].sort()).toEqual([...allPermissions].sort());
	expect(values).toEqual(expect.arrayContaining(String(evaluateField('scope')).split(' ')));
});

test("no field is called 'scopes', a name that n8n's form uses itself", () => {
	expect(credential.properties.map(({ name }) => name)).not.toContain('scopes');
});

test("multi-select fields default to nothing, because n8n's form ignores another default", () => {
	for (const { type, default: preset } of credential.properties)
		if (type === 'multiOptions') expect(preset).toEqual([]);
});
