import type { INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import type { ChoiceField, InputItem } from './inputItem';
import { readChoice } from './parameters';

const versionField: ChoiceField<'v3' | 'v2.0'> = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Version 3',
			value: 'v3',
			description: 'Needs an application token. Returns the values that Smartcar last stored.',
		},
		{
			name: 'Version 2.0 (Until December 1, 2026)',
			value: 'v2.0',
			description:
				'For the token of one vehicle or owner. Smartcar requests the values from the vehicle.',
		},
	],
	default: 'v3',
	description:
		'The version of the Smartcar API. Fields that only version 2.0 can fill are empty with version 3. With version 2.0, Vehicle: Get Many and User: Get return only IDs.',
};

/** For OAuth2, whose tokens v3 rejects. */
const oAuth2VersionField = { ...versionField, default: 'v2.0' };

/** See docs/contributing/smartcar-api.md#end-of-v20. */
const endOfV2Notice: INodeProperties = {
	displayName:
		"The v2.0 API is available only until December 1, 2026. Set 'API Version' to 'Version 3'. With OAuth2 or the token of one vehicle, also choose a Smartcar Application API credential.",
	name: 'endOfV2Notice',
	type: 'notice',
	default: '',
	displayOptions: { show: { apiVersion: ['v2.0'] } },
};

/** API Version and, for v2.0, a notice that it ends. */
export const versionFields: INodeProperties[] = [
	{ ...versionField, displayOptions: { hide: { authentication: ['oAuth2Api'] } } },
	{ ...oAuth2VersionField, displayOptions: { show: { authentication: ['oAuth2Api'] } } },
	endOfV2Notice,
];

/** Reads API Version. */
export const readApiVersion = (item: InputItem, { credentialType }: SmartcarClient) =>
	readChoice(item, credentialType === 'smartcarOAuth2Api' ? oAuth2VersionField : versionField);
