import { deleteOne } from '../shared/deleteOne';
import { userLocator } from '../shared/locators';

/** `DELETE /users/{userId}`. Removes the user with all connections. */
export const { description, execute } = deleteOne({
	resource: 'user',
	locators: [userLocator],
	request: (id) => ({ host: 'signalsUrl', path: ['users', id(userLocator)] }),
});
