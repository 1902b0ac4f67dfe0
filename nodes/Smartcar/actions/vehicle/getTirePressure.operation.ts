import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	simplifyFields,
	unitSystemOption,
	userOption,
} from '../shared/common.descriptions';
import { vehicleLocator } from '../shared/locators';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readSimplify, readUnitSystem } from '../shared/parameters';
import { tirePressure } from './schema';

const properties: INodeProperties[] = [
	endOfV2Notice('In v3, read the signal wheel-tires with Signal: Get.'),
	vehicleLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption, unitSystemOption, userOption),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getTirePressure'] } },
	properties,
);

/**
 * The unit of a pressure. The response header decides. Without it the unit is kPa, or unknown if the
 * request asked for psi. See docs/contributing/smartcar-api.md#tire-pressure.
 *
 * @param responseUnitSystem the header sc-unit-system
 * @param requestedUnitSystem the option Unit System
 */
export function pressureUnit(
	responseUnitSystem: string | undefined,
	requestedUnitSystem: string | undefined,
): 'psi' | 'kPa' | null {
	const unitSystem = responseUnitSystem?.toLowerCase();
	if (unitSystem === 'imperial') return 'psi';
	if (unitSystem === 'metric') return 'kPa';
	return requestedUnitSystem === 'imperial' ? null : 'kPa';
}

/** `GET /v2.0/vehicles/{vehicleId}/tires/pressure` */
export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, itemIndex);
	const simplify = readSimplify(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);
	const unitSystem = readUnitSystem(this, itemIndex);
	const path = ['v2.0', 'vehicles', vehicleId, 'tires', 'pressure'];
	const { data, headers } = await client.request(
		{ method: 'GET', host: 'vehicleDataUrl', path },
		tirePressure,
	);
	const { frontLeft, frontRight, backLeft, backRight } = data;
	const unit = pressureUnit(headers['sc-unit-system'], unitSystem);
	const result = simplify ? { frontLeft, frontRight, backLeft, backRight, unit, vehicleId } : data;
	return [withHeaders(result, headers, addHeaders)];
}
