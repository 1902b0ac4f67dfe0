/** What filters compare, so that two ways to write a value count as the same. */

/**
 * A webhook's ID without the prefix `wh_`, which only newer events have.
 * See docs/contributing/smartcar-api.md#events.
 */
export const normalizeWebhookId = (id: string): string => id.replace(/^wh_/i, '');

/**
 * A make without separators and accents: Smartcar can send `LAND_ROVER` and `SKODA` for Land Rover
 * and Škoda.
 */
export const normalizeMake = (make: string): string =>
	make.normalize('NFD').replace(/[\s_\-\p{M}]/gu, '');
