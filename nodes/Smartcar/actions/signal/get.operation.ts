import { getOne } from '../shared/getOne';
import { signalLocator, userLocator, vehicleLocator } from '../shared/locators';
import { signalDocument } from './schema';
import { simplifySignal } from './simplify';

/** `GET /vehicles/{vehicleId}/signals/{signalCode}`. See docs/contributing/smartcar-api.md#signals. */
export const { description, execute } = getOne({
	resource: 'signal',
	locators: [vehicleLocator, userLocator, signalLocator],
	request: (id) => ({
		host: 'signalsUrl',
		path: ['vehicles', id(vehicleLocator), 'signals', id(signalLocator)],
		headers: { 'sc-user-id': id(userLocator) },
	}),
	document: signalDocument,
	simplify: (signal, id) => simplifySignal(signal, id(vehicleLocator)),
});
