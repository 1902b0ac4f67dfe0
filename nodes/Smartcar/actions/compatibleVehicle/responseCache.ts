/**
 * Answers that stay good for a while, in the memory of this n8n process, by what was asked for. Only what was answered
 * is kept, never an error; the answer that was asked for longest ago makes room.
 */
export class AnswerCache<T> {
	private readonly kept = new Map<string, { answer: T; at: number }>();
	private readonly runs = new WeakMap<object, Map<string, Promise<T>>>();

	constructor(
		private readonly maxAgeMs: number,
		private readonly maxAnswers: number,
	) {}

	/**
	 * The answer to `key`: the kept one unless it is too old or must be `afresh`, else what `ask` gives. Within one run
	 * nothing is asked twice, however many items want it at once or one after the other, unless it failed before.
	 */
	async get(run: object, key: string, afresh: boolean, ask: () => Promise<T>): Promise<T> {
		const kept = this.kept.get(key);
		if (!afresh && kept !== undefined && Date.now() - kept.at < this.maxAgeMs) return kept.answer;
		const asked = this.runs.get(run) ?? new Map<string, Promise<T>>();
		this.runs.set(run, asked);
		const underWay = asked.get(key);
		if (underWay !== undefined) return await underWay;
		const answer = this.keep(key, ask);
		asked.set(key, answer);
		// The error itself is met below; another item may ask again.
		answer.catch(() => asked.delete(key));
		return await answer;
	}

	private async keep(key: string, ask: () => Promise<T>): Promise<T> {
		const at = Date.now();
		const answer = await ask();
		this.kept.delete(key);
		this.kept.set(key, { answer, at });
		for (const oldest of this.kept.keys()) {
			if (this.kept.size <= this.maxAnswers) break;
			this.kept.delete(oldest);
		}
		return answer;
	}
}
