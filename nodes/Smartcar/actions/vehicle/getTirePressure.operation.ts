import type { INodeProperties } from 'n8n-workflow';
import { isTireUnitUncertain, tirePressuresOf } from '../../../shared/tirePressures';
import { readApiVersion, versionFields } from '../shared/apiVersion';
import {
	addHeadersOption,
	optionsField,
	simplifyFields,
	unitSystemOption,
	versionedUserOption,
} from '../shared/common.descriptions';
import { vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readSimplify, readUnitSystem } from '../shared/parameters';
import { requestSignal } from '../signal/signalRequest';
import { tirePressureSchema } from './schema';
import { warnOfUnknownTirePressures } from './tireHints';
import { unitOf, usedUnitSystem } from './unitSystem';

export const properties: INodeProperties[] = [
	...versionFields,
	vehicleLocator.field,
	...simplifyFields,
	optionsField(addHeadersOption, unitSystemOption, versionedUserOption),
];

/** With v3 the signal `wheel-tires`, with v2.0 `GET /v2.0/vehicles/{vehicleId}/tires/pressure`. */
export const execute: Operation['execute'] = async (item, client) => {
	const vehicleId = vehicleLocator.read(item);
	const simplify = readSimplify(item);
	const addHeaders = readAddHeaders(item);
	const unitSystem = readUnitSystem(item);
	if (readApiVersion(item, client) === 'v3') {
		const { signal, headers } = await requestSignal(item, client, {
			vehicleId,
			code: 'wheel-tires',
			permission: 'read_tires',
		});
		if (simplify)
			warnOfUnknownTirePressures(client, vehicleId, signal.attributes.body ?? undefined);
		const isImperial = unitSystem === 'imperial';
		const pressures = tirePressuresOf(signal.attributes.body, { isImperial });
		const unit = unitOf('pressure', isImperial ? 'imperial' : 'metric');
		const uncertain = isTireUnitUncertain(signal.attributes.body) && { unitUncertain: true };
		const simplified = { ...pressures, unit, ...uncertain, vehicleId };
		return [withHeaders(simplify ? simplified : signal, headers, addHeaders)];
	}
	const path = ['v2.0', 'vehicles', vehicleId, 'tires', 'pressure'];
	const { data, headers } = await client.request(
		{ method: 'GET', host: 'vehicleDataUrl', path },
		tirePressureSchema,
	);
	const simplified = {
		frontLeft: data.frontLeft ?? null,
		frontRight: data.frontRight ?? null,
		backLeft: data.backLeft ?? null,
		backRight: data.backRight ?? null,
		unit: unitOf('pressure', usedUnitSystem(headers['sc-unit-system'], unitSystem)),
		vehicleId,
	};
	return [withHeaders(simplify ? simplified : data, headers, addHeaders)];
};
