/** How much of the editor is tested: a short selection (`npm test`), or everything. */
export type Scope = 'short' | 'all';

/** Set by the environment variable SMARTCAR_EDITOR. */
export const SCOPE: Scope = process.env.SMARTCAR_EDITOR === 'all' ? 'all' : 'short';
