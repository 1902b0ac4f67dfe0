/**
 * Lets one at a time pass for each key, in the order of arrival; different keys do not wait for each other.
 * A key takes memory only while somebody holds it or waits for it.
 */
export class Turnstile {
	private readonly last = new Map<string, Promise<void>>();

	/** Resolves when it is the caller's turn, with what ends that turn. */
	async enter(key: string): Promise<() => void> {
		const before = this.last.get(key);
		let leave = () => {};
		const turn = new Promise<void>((resolve) => (leave = resolve));
		this.last.set(key, turn);
		await before;
		return () => {
			if (this.last.get(key) === turn) this.last.delete(key);
			leave();
		};
	}
}
