import { getOne } from '../shared/getOne';
import { vehicleLocator } from '../shared/locators';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';
import { vehicleDocumentSchema } from './schema';

/** `GET /vehicles/{vehicleId}`, which needs no user. */
export const { description, execute } = getOne({
	resource: 'vehicle',
	locators: [vehicleLocator],
	request: (id) => ({ host: 'signalsUrl', path: ['vehicles', id(vehicleLocator)] }),
	document: vehicleDocumentSchema,
	simplify: ({ attributes, ...vehicle }, id) => ({
		...simplifyVehicleSummary(attributes ?? vehicle),
		id: id(vehicleLocator),
	}),
});
