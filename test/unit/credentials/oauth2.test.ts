import { Workflow } from 'n8n-workflow';
import type {
	INode,
	INodeParameters,
	INodeType,
	INodeTypes,
	NodeParameterValueType,
} from 'n8n-workflow';
import { SmartcarOAuth2Api } from '../../../credentials/SmartcarOAuth2Api.credentials';
import { DEFAULT_HOSTS } from '../../../nodes/shared/hosts';

const credential = new SmartcarOAuth2Api();

const node: INode = {
	id: 'n',
	name: 'n',
	type: 'none',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
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

/** What n8n makes of a hidden field: its expression, with the fields that a user filled in as `$self`. */
function resolved(name: string, values: INodeParameters = {}): NodeParameterValueType {
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

test('n8n does the exchange: authorization code, Basic client authentication, no scope for refreshing', () => {
	expect(credential.extends).toEqual(['oAuth2Api']);
	expect(resolved('grantType')).toBe('authorizationCode');
	expect(resolved('authentication')).toBe('header');
	expect(resolved('scope')).not.toContain('offline');
});

test.each([
	['authUrl', DEFAULT_HOSTS.authorizationUrl],
	['accessTokenUrl', DEFAULT_HOSTS.authTokenUrl],
])('%s is the public one', (name, expected) => {
	expect(resolved(name)).toBe(expected);
	expect(resolved(name, { customHosts: true, authorizationUrl: ' ' })).toBe(expected);
	expect(
		resolved(name, { customHosts: false, authorizationUrl: 'http://x', authTokenUrl: 'http://x' }),
	).toBe(expected);
});

test('Custom Hosts replace both addresses', () => {
	const hosts = {
		customHosts: true,
		authorizationUrl: ' http://a/authorize/ ',
		authTokenUrl: 'http://a/token',
	};
	expect(resolved('authUrl', hosts)).toBe('http://a/authorize');
	expect(resolved('accessTokenUrl', hosts)).toBe('http://a/token');
});

test('the scopes that were ticked and those that were typed are asked for, separated by blanks', () => {
	expect(resolved('scope')).toBe(
		'read_battery read_charge read_odometer read_tires read_vehicle_info',
	);
	const typed = {
		requestedScopes: ['read_vin'],
		additionalScopes: ' required:read_fuel,  read_new ',
	};
	expect(resolved('scope', typed)).toBe('read_vin required:read_fuel read_new');
	expect(resolved('scope', { requestedScopes: [], additionalScopes: 'read_vin' })).toBe('read_vin');
	const none = resolved('scope', { requestedScopes: [], additionalScopes: ' ' });
	expect(none).toBe('read_battery read_charge read_odometer read_tires read_vehicle_info');
});

test('mode, single select and further parameters go along to the authorization page', () => {
	expect(resolved('authQueryParameters')).toBe('mode=live&single_select=true');
	const chosen = {
		mode: 'simulated',
		singleSelect: false,
		connectParameters: ' ?make=TESLA&approval_prompt=force',
	};
	expect(resolved('authQueryParameters', chosen)).toBe(
		'mode=simulated&single_select=false&make=TESLA&approval_prompt=force',
	);
});

test('every documented permission can be ticked, and those asked for otherwise are among them', () => {
	const scopes = credential.properties.find(({ name }) => name === 'requestedScopes');
	const values = (scopes?.options ?? []).map((option) =>
		'value' in option ? option.value : undefined,
	);
	expect(values).toHaveLength(28);
	expect(values).toEqual(expect.arrayContaining(String(resolved('scope')).split(' ')));
});

test('no field relies on what the form of n8n does not keep', () => {
	expect(credential.properties.map(({ name }) => name)).not.toContain('scopes');
	for (const { type, default: preset } of credential.properties)
		if (type === 'multiOptions') expect(preset).toEqual([]);
});
