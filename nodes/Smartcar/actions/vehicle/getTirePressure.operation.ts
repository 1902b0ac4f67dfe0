import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { tirePressure } from './schema';
import type { SmartcarApi } from '../../transport/client';
import { buildPath } from '../../transport/paths';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	unitSystemOption,
	userOption,
} from '../shared/common.descriptions';
import { vehicleLocator } from '../shared/locators';
import { readCallSettings, readAddHeaders } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { withHeaders } from '../shared/responseHeaders';

const replacedBy = 'In v3, read the signal wheel-tires with Signal: Get.';

const properties: INodeProperties[] = [
	endOfV2Notice(replacedBy),
	vehicleLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption, unitSystemOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getTirePressure'] } },
	properties,
);

/**
 * The unit of a pressure: what the answer says counts, not what was asked for. Without a word from the service it is
 * kPa (spec: Tire pressure), and unknown if psi was asked for.
 */
export function pressureUnit(
	answered: string | undefined,
	asked: string | undefined,
): string | null {
	const system = answered?.toLowerCase();
	if (system === 'imperial') return 'psi';
	if (system === 'metric') return 'kPa';
	return asked === 'imperial' ? null : 'kPa';
}

/** `GET /v2.0/vehicles/{id}/tires/pressure` (spec). */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const simplify = readSimplify(this, item);
	const addHeaders = readAddHeaders(this, item);
	const { unitSystem } = readCallSettings(this, item);
	const path = buildPath('v2.0', 'vehicles', vehicleId, 'tires', 'pressure');
	const { data, headers } = await api.request(
		{ method: 'GET', host: 'vehicleDataUrl', path },
		tirePressure,
	);
	const { frontLeft, frontRight, backLeft, backRight } = data;
	const unit = pressureUnit(headers['sc-unit-system'], unitSystem);
	const result = simplify ? { frontLeft, frontRight, backLeft, backRight, unit, vehicleId } : data;
	return [withHeaders(addHeaders, result, headers)];
}
