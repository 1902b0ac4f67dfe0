/**
 * Milliseconds since some point in the past. Waits are measured with it, since `Date.now()` goes
 * back when the machine's clock is set back, and a wait would take that much longer. Whole numbers,
 * since sums of fractions are not exact.
 */
export const monotonicNow = (): number => Math.round(performance.now());
