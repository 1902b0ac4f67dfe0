/** How much of the editor is tried: what `npm test` has time for, or everything (`npm run test:editor`). */
export type Extent = 'short' | 'all';

/** As the environment says; see tools/verify/steps.ts. */
export const EXTENT: Extent = process.env.SMARTCAR_EDITOR === 'all' ? 'all' : 'short';
