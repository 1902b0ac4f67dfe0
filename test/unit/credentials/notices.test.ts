import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { SmartcarOAuth2Api } from '../../../credentials/SmartcarOAuth2Api.credentials';

const { properties } = new SmartcarOAuth2Api();

/** The names of the notices about mistakes that the editor shows for the given values. */
function notices(values: INodeParameters): string[] {
	return properties
		.filter(
			(property) =>
				property.type === 'notice' &&
				property.displayOptions !== undefined &&
				NodeHelpers.displayParameter(values, property, null, null),
		)
		.map(({ name }) => name);
}

const UUID = '6b1f0c52-0000-4000-8000-000000000001';

test.each<[string, INodeParameters, string[]]>([
	['nothing yet', { clientId: '', clientSecret: '' }, []],
	['values that may be right', { clientId: UUID, clientSecret: 'secret' }, []],
	[
		'a client ID that Smartcar Connect rejects',
		{ clientId: 'client_01abc', clientSecret: 'secret' },
		['clientIdV3Notice'],
	],
	['expressions', { clientId: '={{ $vars.id + "" }}', clientSecret: '={{ $secrets.a.b }}' }, []],
	['a blank at the end', { clientId: `${UUID} `, clientSecret: 'secret' }, ['clientIdNotice']],
	[
		'quotation marks',
		{ clientId: `"${UUID}"`, clientSecret: "'secret'" },
		['clientIdNotice', 'clientSecretNotice'],
	],
	[
		'the client ID twice',
		{ clientId: 'client_01abc', clientSecret: 'client_01abc' },
		['clientIdV3Notice', 'clientSecretSwapNotice'],
	],
])('notices for %s', (_what, values, expected) => {
	expect(notices(values)).toEqual(expected);
});
