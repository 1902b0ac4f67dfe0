import { getOne } from '../shared/getOne';
import { vehicleLocator } from '../shared/locators';
import { vehicleDocumentSchema } from './schema';

/** `GET /vehicles/{vehicleId}`, which needs no user. */
export const { description, execute } = getOne({
	resource: 'vehicle',
	locators: [vehicleLocator],
	request: (id) => ({ host: 'signalsUrl', path: ['vehicles', id(vehicleLocator)] }),
	document: vehicleDocumentSchema,
	simplify({ attributes, ...bare }, id) {
		const { make, model, year, mode, powertrainType } = attributes ?? bare;
		return {
			make: make ?? null,
			model: model ?? null,
			year: year ?? null,
			mode: mode ?? null,
			powertrainType: powertrainType ?? null,
			id: id(vehicleLocator),
		};
	},
});
