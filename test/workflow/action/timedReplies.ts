/** Replies for nock that record when each was sent. */
export function timedReplies() {
	const sentAt: number[] = [];
	return {
		/** A reply with this body. */
		reply: (body: object) => () => {
			sentAt.push(Date.now());
			return body;
		},
		/** The time from the first reply to the second one. NaN without both. */
		gapMs: () => (sentAt[1] ?? NaN) - (sentAt[0] ?? NaN),
	};
}
