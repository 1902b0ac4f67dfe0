import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folders of the PATH. */
export const pathFolders = (): string[] =>
	(process.env.PATH ?? '').split(path.delimiter).filter(Boolean);

/** The path of a program in the first of these folders that has it. */
export const findProgram = (program: string, folders: string[]): string | undefined =>
	folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
