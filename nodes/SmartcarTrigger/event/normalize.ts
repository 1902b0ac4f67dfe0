/** What filters compare, so that two ways to write a value count as the same. */

/**
 * A webhook's ID without the prefix `wh_`, which only newer events have.
 * See docs/contributing/smartcar-api.md#events.
 */
export const normalizeWebhookId = (id: string): string => id.replace(/^wh_/i, '');

/** A make without separators: Smartcar can send `LAND_ROVER`, which messages show as `Land Rover`. */
export const normalizeMake = (make: string): string => make.replace(/[\s_-]/g, '');
