import { deleteOne } from '../shared/deleteOne';
import { connectionLocator } from '../shared/locators';

/** `DELETE /connections/{connectionId}`. Ends the access that a user has granted to a vehicle. */
export const { properties, execute } = deleteOne({
	locators: [connectionLocator],
	request: (readId) => ({ host: 'signalsUrl', path: ['connections', readId(connectionLocator)] }),
});
