/**
 * For how long Smartcar retries an event, in milliseconds. See
 * docs/contributing/smartcar-api.md#deliveries.
 */
export const RETRY_PERIOD_MS = 3 * 60 * 1000;
