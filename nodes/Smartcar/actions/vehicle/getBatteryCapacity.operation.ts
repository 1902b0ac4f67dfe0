import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	simplifyFields,
	userOption,
} from '../shared/common.descriptions';
import { invalidParameterError } from '../shared/invalidParameterError';
import { vehicleLocator } from '../shared/locators';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readOption, readSimplify, toText } from '../shared/parameters';
import { batteryCapacity } from './schema';

const redirectUriOption: INodeProperties = {
	displayName: 'Redirect URI',
	name: 'redirectUri',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/battery-chosen',
	description:
		'Where the owner goes after choosing a capacity. The node adds it to the selection URL from Smartcar.',
};

const properties: INodeProperties[] = [
	endOfV2Notice('In v3, read the signal tractionbattery-nominalcapacity with Signal: Get.'),
	vehicleLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption, redirectUriOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getBatteryCapacity'] } },
	properties,
);

/** Fills the empty parameter redirect_uri of the selection URL. A filled one stays unchanged. */
export function fillRedirectUri(url: string, redirectUri: string): string {
	const parameter = `redirect_uri=${encodeURIComponent(redirectUri)}`;
	const empty = /([?&])redirect_uri=?(?=&|#|$)/;
	if (empty.test(url))
		return url.replace(empty, (_match, separator: string) => separator + parameter);
	if (/[?&]redirect_uri=/.test(url)) return url;
	const [address = '', ...fragment] = url.split('#');
	const extended = `${address}${address.includes('?') ? '&' : '?'}${parameter}`;
	return [extended, ...fragment].join('#');
}

function readRedirectUri(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const value = readOption(context, itemIndex, 'redirectUri');
	if (value === undefined) return undefined;
	const uri = toText(value) ?? '';
	if (/^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i.test(uri)) return uri;
	const expected = 'a URL such as https://example.com/done';
	throw invalidParameterError(context, itemIndex, 'Redirect URI', expected, value);
}

/**
 * `GET /v2.0/vehicles/{vehicleId}/battery/nominal_capacity`. The capacity is known, or the owner has
 * to choose one at the selection URL. See docs/contributing/smartcar-api.md#battery-capacity.
 */
export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, itemIndex);
	const simplify = readSimplify(this, itemIndex);
	const redirectUri = readRedirectUri(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);
	const path = ['v2.0', 'vehicles', vehicleId, 'battery', 'nominal_capacity'];
	const { data, headers } = await client.request(
		{ method: 'GET', host: 'vehicleDataUrl', path },
		batteryCapacity,
	);
	const url =
		data.url && redirectUri !== undefined ? fillRedirectUri(data.url, redirectUri) : data.url;
	const simplified = {
		capacity: data.capacity?.nominal ?? null,
		unit: 'kWh',
		source: data.capacity?.source ?? null,
		selectionUrl: url ?? null,
		availableCapacities: data.availableCapacities.map((candidate) => ({
			capacity: candidate.capacity ?? null,
			description: candidate.description ?? null,
		})),
		vehicleId,
	};
	const result: IDataObject = simplify ? simplified : { ...data, url };
	return [withHeaders(result, headers, addHeaders)];
}
