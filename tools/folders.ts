import path from 'node:path';

/** Root folder of the repository. */
export const ROOT = path.resolve(__dirname, '..');

/** Folder for files that tools and tests write. Git ignores it. */
export const WORK_FOLDER = path.join(ROOT, '.work');
