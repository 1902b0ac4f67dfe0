import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { batteryCapacity } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	userOption,
} from '../shared/common.descriptions';
import { vehicleLocator } from '../shared/locators';
import { readOptions, readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { badParameter, readableText } from '../shared/parameters';
import { withHeaders } from '../shared/responseHeaders';

const redirectUriOption: INodeProperties = {
	displayName: 'Redirect URI',
	name: 'redirectUri',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/battery-chosen',
	description:
		'Where the owner goes after choosing a capacity. It is put into the selection URL, which Smartcar sends with an empty one.',
};

const replacedBy = 'In v3, read the signal tractionbattery-nominalcapacity with Signal: Get.';

const properties: INodeProperties[] = [
	endOfV2Notice(replacedBy),
	vehicleLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption, redirectUriOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getBatteryCapacity'] } },
	properties,
);

/** The selection URL with the redirect URI in its empty parameter; one that is filled already stays as it is. */
export function fillRedirectUri(url: string, redirectUri: string): string {
	const filled = `redirect_uri=${encodeURIComponent(redirectUri)}`;
	if (/[?&]redirect_uri(=?)(?=&|#|$)/.test(url)) {
		return url.replace(
			/([?&])redirect_uri=?(?=&|#|$)/,
			(_match, separator: string) => separator + filled,
		);
	}
	if (/[?&]redirect_uri=/.test(url)) return url;
	const [address = '', ...fragment] = url.split('#');
	const extended = `${address}${address.includes('?') ? '&' : '?'}${filled}`;
	return [extended, ...fragment].join('#');
}

function readRedirectUri(context: IExecuteFunctions, item: number): string | undefined {
	const options = readOptions(context, item);
	if (!('redirectUri' in options)) return undefined;
	const uri = readableText(options.redirectUri) ?? '';
	if (/^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i.test(uri)) return uri;
	throw badParameter(
		context,
		item,
		'Redirect URI',
		'an address such as https://example.com/done',
		options.redirectUri,
	);
}

/** `GET /v2.0/vehicles/{id}/battery/nominal_capacity` (spec: three cases), capacities in kWh. */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const simplify = readSimplify(this, item);
	const redirectUri = readRedirectUri(this, item);
	const addHeaders = readAddHeaders(this, item);
	const path = buildPath('v2.0', 'vehicles', vehicleId, 'battery', 'nominal_capacity');
	const { data, headers } = await api.request(
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
		availableCapacities: data.availableCapacities.map(({ capacity, description: type }) => ({
			capacity: capacity ?? null,
			description: type ?? null,
		})),
		vehicleId,
	};
	const result: IDataObject = simplify ? simplified : { ...data, url };
	return [withHeaders(addHeaders, result, headers)];
}
