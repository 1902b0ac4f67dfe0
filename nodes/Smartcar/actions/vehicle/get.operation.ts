import { getOne } from '../shared/getOne';
import { vehicleLocator } from '../shared/locators';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';
import { vehicleDocumentSchema } from './schema';

/** `GET /vehicles/{vehicleId}`, which needs no user. */
export const { properties, execute } = getOne({
	locators: [vehicleLocator],
	request: (readId) => ({ host: 'signalsUrl', path: ['vehicles', readId(vehicleLocator)] }),
	documentSchema: vehicleDocumentSchema,
	simplify: ({ attributes, ...vehicle }, readId) => ({
		...simplifyVehicleSummary(attributes ?? vehicle),
		id: readId(vehicleLocator),
	}),
});
