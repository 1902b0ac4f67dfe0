import { ApiError } from '../errors/apiError';

const BUCKET_SIZE = 120;
const REFILL_MS = 30_000;

/**
 * Rate limit of the application: a bucket of 120 requests, refilled by 2 a minute. The time scale
 * changes only the refill: 0.001 refills one request every 30 ms. See
 * docs/contributing/smartcar-api.md#rate-limits.
 */
export class RequestBucket {
	private remaining = BUCKET_SIZE;
	private refilledAt = Date.now();
	private readonly refillMs: number;

	constructor(timeScale: number) {
		this.refillMs = REFILL_MS * timeScale;
	}

	/**
	 * Takes one request out of the bucket.
	 * @throws ApiError 429 RATE_LIMIT/SMARTCAR_API when the bucket is empty, without retry-after
	 */
	take(): void {
		const now = Date.now();
		const refilled = this.refillMs === 0 ? BUCKET_SIZE : (now - this.refilledAt) / this.refillMs;
		this.remaining = Math.min(BUCKET_SIZE, this.remaining + refilled);
		this.refilledAt = now;
		if (this.remaining < 1) throw new ApiError('RATE_LIMIT', 'SMARTCAR_API');
		this.remaining--;
	}
}
