import { connectionDocumentSchema } from '../shared/connectionSchema';
import { getOne } from '../shared/getOne';
import { connectionLocator } from '../shared/locators';
import { simplifyConnection } from './simplify';

/** `GET /connections/{connectionId}` */
export const { properties, execute } = getOne({
	locators: [connectionLocator],
	request: (readId) => ({ host: 'signalsUrl', path: ['connections', readId(connectionLocator)] }),
	documentSchema: connectionDocumentSchema,
	simplify: simplifyConnection,
});
