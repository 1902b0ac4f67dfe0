/** What a person meets first, without what n8n takes minutes for. */
const FIRST = ['trigger', 'action', 'acknowledge', 'listening'];

/** The arguments that have jest run these files of test/e2e only. */
function only(suites: string[]): string[] {
	return ['--testPathPatterns', `e2e/(${suites.join('|')})\\.test\\.ts$`];
}

/** For `npm test`, on the oldest n8n. */
export const SHORT_RUN = only(FIRST);

/** For `npm run test:versions -- short`: the most of the oldest n8n that a machine with little time can record. */
export const SHORT_RECORD = only([...FIRST, 'oauth2']);
