import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../../tools/pack';

const FOLDERS = ['.', 'docs', 'examples', '.github', '.github/ISSUE_TEMPLATE', '.github/workflows'];

function filesIn(folder: string, ending: string): string[] {
	const names = existsSync(path.join(ROOT, folder)) ? readdirSync(path.join(ROOT, folder)) : [];
	return names.filter((name) => name.endsWith(ending)).map((name) => path.posix.join(folder, name));
}

/** Everything that people read, by its path from the root. */
export const DOCUMENTS = FOLDERS.flatMap((folder) => filesIn(folder, '.md'));

/** What GitHub goes by. */
export const GITHUB_FILES = FOLDERS.flatMap((folder) => filesIn(folder, '.yml'));

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

export const exists = (file: string): boolean => existsSync(path.join(ROOT, file));
