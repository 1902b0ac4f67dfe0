import { deleteOne } from '../shared/deleteOne';
import { userLocator } from '../shared/locators';

/** `DELETE /users/{userId}`. Removes the user with all connections. */
export const { description, execute } = deleteOne({
	resource: 'user',
	locators: [userLocator],
	request: (readId) => ({ host: 'signalsUrl', path: ['users', readId(userLocator)] }),
});
