import { deleteOne } from '../shared/deleteOne';
import { userLocator } from '../shared/locators';

/** `DELETE /users/{userId}`. Removes the user with all connections. */
export const { properties, execute } = deleteOne({
	locators: [userLocator],
	request: (readId) => ({ host: 'signalsUrl', path: ['users', readId(userLocator)] }),
});
