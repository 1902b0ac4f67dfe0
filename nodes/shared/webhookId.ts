/**
 * A webhook's ID without the prefix `wh_`, which only newer events have.
 * See docs/contributing/smartcar-api.md#events.
 */
export const normalizeWebhookId = (id: string): string => id.replace(/^wh_/i, '');
