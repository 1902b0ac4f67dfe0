import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { readApiVersion, versionFields } from '../shared/apiVersion';
import {
	addHeadersOption,
	optionsField,
	simplifyFields,
	unitSystemOption,
	userOption,
} from '../shared/common.descriptions';
import { vehicleLocator } from '../shared/locators';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readSimplify, readUnitSystem } from '../shared/parameters';
import { userOfVehicle } from '../shared/userOfVehicle';
import { requestSignal } from '../shared/vehicleSignal';
import { tirePressure } from './schema';
import { tirePressuresOf, toPsi } from '../../../shared/tirePressures';

const properties: INodeProperties[] = [
	...versionFields,
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

/** With v3 the signal `wheel-tires`, with v2.0 `GET /v2.0/vehicles/{vehicleId}/tires/pressure`. */
export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, itemIndex);
	const simplify = readSimplify(this, itemIndex);
	const addHeaders = readAddHeaders(this, itemIndex);
	const unitSystem = readUnitSystem(this, itemIndex);
	if (readApiVersion(this, itemIndex, client) === 'v3') {
		const userId = await userOfVehicle(this, itemIndex, client, vehicleId, 'read_tires');
		const { signal, headers } = await requestSignal(client, vehicleId, userId, 'wheel-tires');
		const isImperial = unitSystem === 'imperial';
		const kilopascals = tirePressuresOf(signal.attributes.body);
		const pressures = isImperial ? toPsi(kilopascals) : kilopascals;
		const simplified = { ...pressures, unit: isImperial ? 'psi' : 'kPa', vehicleId };
		return [withHeaders(simplify ? simplified : signal, headers, addHeaders)];
	}
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
