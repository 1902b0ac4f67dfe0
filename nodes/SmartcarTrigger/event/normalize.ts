/** What filters compare, so that two ways to write a value count as the same. */

/**
 * A webhook's ID without the prefix `wh_`, which only newer events have.
 * See docs/contributing/smartcar-api.md#events.
 */
export const comparedWebhookId = (id: string): string => id.replace(/^wh_/i, '');

/** A make with spaces: Smartcar can send `LAND_ROVER`, which messages show as `Land Rover`. */
export const comparedMake = (make: string): string => make.replace(/[_-]/g, ' ');
