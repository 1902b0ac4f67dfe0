import { isObject } from '../shared/isObject';

/**
 * Whether n8n replies only when the workflow has finished. Then the response tells of a failure, so
 * Smartcar sends the event again.
 * @param parameters as n8n saves them, or checked
 */
export const isRetriedOnFailure = ({ options }: { options?: unknown }): boolean =>
	isObject(options) && options.acknowledge === 'lastNode';
