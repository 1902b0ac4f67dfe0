/**
 * Which tests run: `short` is a selection for `npm test`, `all` is for `npm test -- editor-all`.
 */
export type Scope = 'short' | 'all';

/** tools/suites.ts sets the environment variable. */
export const SCOPE: Scope = process.env.SMARTCAR_EDITOR === 'all' ? 'all' : 'short';
