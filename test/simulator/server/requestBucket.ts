import { ServiceError } from '../errors/serviceError';

const BUCKET_SIZE = 120;
const REFILL_PER_MINUTE = 2;

/** The application's request bucket: 120 requests, refilled by 2 a minute of simulated time (service: limits). */
export class RequestBucket {
	private left = BUCKET_SIZE;
	private filledAt = Date.now();

	constructor(private readonly timeScale: number) {}

	/**
	 * Takes one request.
	 * @throws ServiceError 429 RATE_LIMIT/SMARTCAR_API when the bucket is empty
	 */
	take(): void {
		const now = Date.now();
		const minutes = (now - this.filledAt) / 60_000 / this.timeScale;
		this.left = Math.min(BUCKET_SIZE, this.left + minutes * REFILL_PER_MINUTE);
		this.filledAt = now;
		if (this.left < 1) throw new ServiceError('RATE_LIMIT', 'SMARTCAR_API');
		this.left--;
	}
}
