import { ServiceError } from '../errors/serviceError';

const BUCKET_SIZE = 120;
const REFILL_MS = 30_000;

/**
 * The application's request bucket: 120 requests, refilled by 2 a minute (service: limits). With a time scale the
 * bucket keeps its size and is refilled sooner: at 0.001 by one request every 30 ms.
 */
export class RequestBucket {
	private left = BUCKET_SIZE;
	private filledAt = Date.now();
	private readonly refillMs: number;

	constructor(timeScale: number) {
		this.refillMs = REFILL_MS * timeScale;
	}

	/**
	 * Takes one request.
	 * @throws ServiceError 429 RATE_LIMIT/SMARTCAR_API when the bucket is empty, with the scaled time until the next
	 * request as retry-after, in whole seconds as the header demands, so at least 1
	 */
	take(): void {
		const now = Date.now();
		const refilled = this.refillMs === 0 ? BUCKET_SIZE : (now - this.filledAt) / this.refillMs;
		this.left = Math.min(BUCKET_SIZE, this.left + refilled);
		this.filledAt = now;
		if (this.left < 1) {
			const seconds = Math.max(1, Math.ceil(((1 - this.left) * this.refillMs) / 1000));
			throw new ServiceError('RATE_LIMIT', 'SMARTCAR_API', {
				headers: { 'retry-after': String(seconds) },
			});
		}
		this.left--;
	}
}
