import { getOne } from '../shared/getOne';
import { connectionLocator } from '../shared/locators';
import { connectionDocumentSchema } from './schema';
import { simplifyConnection } from './simplify';

/** `GET /connections/{connectionId}` */
export const { description, execute } = getOne({
	resource: 'connection',
	locators: [connectionLocator],
	request: (id) => ({ host: 'signalsUrl', path: ['connections', id(connectionLocator)] }),
	document: connectionDocumentSchema,
	simplify: simplifyConnection,
});
