import { deleteOne } from '../shared/deleteOne';
import { connectionLocator } from '../shared/locators';

/** `DELETE /connections/{connectionId}`. The application can no longer access the vehicle. */
export const { description, execute } = deleteOne({
	resource: 'connection',
	locators: [connectionLocator],
	request: (readId) => ({ host: 'signalsUrl', path: ['connections', readId(connectionLocator)] }),
});
