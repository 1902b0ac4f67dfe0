import { getOne } from '../shared/getOne';
import { signalLocator, vehicleLocator } from '../shared/locators';
import { signalDocumentSchema } from './schema';
import { signalRequest } from './signalRequest';
import { simplifySignal } from './simplify';

/**
 * `GET /vehicles/{vehicleId}/signals/{signalCode}`. See docs/contributing/smartcar-api.md#signals.
 */
export const { properties, execute } = getOne({
	locators: [vehicleLocator, signalLocator],
	needsUser: true,
	request: (readId, userId) => signalRequest(readId(vehicleLocator), userId, readId(signalLocator)),
	documentSchema: signalDocumentSchema,
	simplify: (signal, readId) => simplifySignal(signal, readId(vehicleLocator)),
});
