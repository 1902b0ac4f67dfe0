import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findProgram, pathFolders } from '../../process/findProgram';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** The programs that queue mode needs, with the Debian and Ubuntu package of each. */
const DEBIAN_PACKAGES = {
	initdb: 'postgresql',
	postgres: 'postgresql',
	psql: 'postgresql-client',
	'redis-server': 'redis-server',
};

/** Path of each program. */
export type QueuePrograms = Record<keyof typeof DEBIAN_PACKAGES, string>;

/** The folders of the PATH, and before them those of Debian's PostgreSQL, newest version first. */
async function listProgramFolders(): Promise<string[]> {
	const versions = await readdir(DEBIAN_POSTGRES).catch(() => []);
	const newestFirst = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'));
	return [...newestFirst, ...pathFolders()];
}

/**
 * Looks for the programs that queue mode needs.
 * @param folders default: those where this machine has programs
 * @returns their paths, or a message that says how to install the missing ones
 */
export async function findQueuePrograms(
	folders?: string[],
): Promise<{ found: QueuePrograms } | { missing: string }> {
	const searched = folders ?? (await listProgramFolders());
	const locate = (program: string) => findProgram(program, searched) ?? '';
	const found = {
		initdb: locate('initdb'),
		postgres: locate('postgres'),
		psql: locate('psql'),
		'redis-server': locate('redis-server'),
	};
	const missing = Object.entries(DEBIAN_PACKAGES).filter(([program]) => locate(program) === '');
	if (missing.length === 0) return { found };
	const programs = missing.map(([program]) => program).join(', ');
	const packages = [...new Set(missing.map(([, debianPackage]) => debianPackage))].join(' ');
	return {
		missing: `${programs} not found: install them (Debian, Ubuntu: apt-get install ${packages})`,
	};
}

/**
 * Returns the paths of the programs that queue mode needs.
 * @throws Error that says how to install the missing ones
 */
export async function requireQueuePrograms(): Promise<QueuePrograms> {
	const programs = await findQueuePrograms();
	if ('missing' in programs) throw new Error(programs.missing);
	return programs.found;
}
