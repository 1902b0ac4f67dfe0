import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { listSubjects } from '../../transport/runHints';
import { readApiVersion, versionFields } from '../shared/apiVersion';
import {
	addHeadersOption,
	optionsField,
	simplifyFields,
	versionedUserOption,
} from '../shared/common.descriptions';
import type { InputItem } from '../shared/inputItem';
import { vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readRedirectUri, readSimplify } from '../shared/parameters';
import { requestSignal } from '../signal/signalRequest';
import { batteryCapacitySchema, capacitySignalSchema } from './schema';
import { isUnknownCapacity } from './unknownFormat';

const redirectUriOption: INodeProperties = {
	displayName: 'Redirect URI (v2.0)',
	name: 'redirectUri',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/battery-chosen',
	description:
		'Where the owner is sent after choosing a capacity. The node adds it to the selection URL from Smartcar.',
};

export const properties: INodeProperties[] = [
	...versionFields,
	vehicleLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption, redirectUriOption, versionedUserOption),
];

const unknownCapacityHint = (vehicleIds: string[]): string =>
	`The battery capacity of ${listSubjects(vehicleIds)} has an unexpected format. Signal: Get returns it as Smartcar sent it.`;

const HAS_REDIRECT_URI = /[?&]redirect_uri=[^&#]/;

const NO_REDIRECT_URI_HINT =
	"The selection URL does not say where to send the owner afterward. Set the option 'Redirect URI (v2.0)'.";

/** Sets the parameter redirect_uri of the selection URL if it is empty or missing. */
export function fillRedirectUri(url: string, redirectUri: string): string {
	const parameter = `redirect_uri=${encodeURIComponent(redirectUri)}`;
	const empty = /([?&])redirect_uri=?(?=&|#|$)/;
	if (empty.test(url))
		return url.replace(empty, (_match, separator: string) => separator + parameter);
	if (HAS_REDIRECT_URI.test(url)) return url;
	const [address = '', ...fragment] = url.split('#');
	const extended = `${address}${address.includes('?') ? '&' : '?'}${parameter}`;
	return [extended, ...fragment].join('#');
}

function simplifyCapacities(
	capacities: Array<{ capacity?: number | null; description?: string | null }>,
): IDataObject[] {
	return capacities.map(({ capacity, description }) => ({
		capacity: capacity ?? null,
		description: description ?? null,
	}));
}

interface CapacityReading {
	raw: IDataObject;
	simplified: IDataObject;
	headers: Record<string, string>;
}

/** Reads the signal `tractionbattery-nominalcapacity`, which has no selection URL. */
async function readFromV3(
	item: InputItem,
	client: SmartcarClient,
	vehicleId: string,
): Promise<CapacityReading> {
	const { signal, headers } = await requestSignal(item, client, {
		vehicleId,
		code: 'tractionbattery-nominalcapacity',
		permission: 'read_battery',
	});
	const { body } = signal.attributes;
	if (body && isUnknownCapacity(body))
		client.hints.add({ subject: vehicleId, text: unknownCapacityHint });
	const { capacity, source, availableCapacities } = capacitySignalSchema.parse(body ?? {});
	const simplified = {
		capacity: capacity ?? null,
		unit: 'kWh',
		source: source ?? null,
		selectionUrl: null,
		availableCapacities: simplifyCapacities(availableCapacities ?? []),
		vehicleId,
	};
	return { raw: signal, simplified, headers };
}

/**
 * `GET /v2.0/vehicles/{vehicleId}/battery/nominal_capacity`. The response has the capacity, or the
 * selection URL, where the owner has to choose one.
 */
async function readFromV2(
	client: SmartcarClient,
	vehicleId: string,
	redirectUri: string | undefined,
): Promise<CapacityReading> {
	const path = ['v2.0', 'vehicles', vehicleId, 'battery', 'nominal_capacity'];
	const { data, headers } = await client.request(
		{ method: 'GET', host: 'vehicleDataUrl', path },
		batteryCapacitySchema,
	);
	if (data.url && redirectUri === undefined && !HAS_REDIRECT_URI.test(data.url))
		client.hints.addMessage(NO_REDIRECT_URI_HINT);
	const url =
		data.url && redirectUri !== undefined ? fillRedirectUri(data.url, redirectUri) : data.url;
	const simplified = {
		capacity: data.capacity?.nominal ?? null,
		unit: 'kWh',
		source: data.capacity?.source ?? null,
		selectionUrl: url ?? null,
		availableCapacities: simplifyCapacities(data.availableCapacities),
		vehicleId,
	};
	return { raw: { ...data, url }, simplified, headers };
}

/** See docs/contributing/smartcar-api.md#battery-capacity. */
export const execute: Operation['execute'] = async (item, client) => {
	const vehicleId = vehicleLocator.read(item);
	const simplify = readSimplify(item);
	const redirectUri = readRedirectUri(item, redirectUriOption);
	const addHeaders = readAddHeaders(item);
	const { raw, simplified, headers } =
		readApiVersion(item, client) === 'v3'
			? await readFromV3(item, client, vehicleId)
			: await readFromV2(client, vehicleId, redirectUri);
	return [withHeaders(simplify ? simplified : raw, headers, addHeaders)];
};
