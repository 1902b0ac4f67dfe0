/**
 * How long the simulator waits for the response to a delivery. Longer than Smartcar's 15 s, so that
 * no response comes too late on a slow machine.
 */
export const DELIVERY_TIMEOUT_MS = 60_000;
