import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Programs of the machine that queue mode needs, with the Debian and Ubuntu package that brings each. */
const PACKAGES = {
	initdb: 'postgresql',
	postgres: 'postgresql',
	psql: 'postgresql-client',
	'redis-server': 'redis-server',
} as const;

type Program = keyof typeof PACKAGES;

/** Their paths. */
export type Binaries = Record<Program, string>;

/** Where programs are looked for. Debian keeps PostgreSQL's server programs off the PATH; the newest version wins. */
async function machineFolders(): Promise<string[]> {
	const versions = await readdir(DEBIAN_POSTGRES).catch(() => []);
	const newestFirst = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'));
	return [...newestFirst, ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean)];
}

/** What queue mode needs, from those folders (default: the machine's), or what is missing and a command that brings it. */
export async function findBinaries(
	folders?: string[],
): Promise<{ found: Binaries } | { missing: string }> {
	const searched = folders ?? (await machineFolders());
	const locate = (program: Program) =>
		searched.map((folder) => path.join(folder, program)).find((file) => existsSync(file)) ?? '';
	const found: Binaries = {
		initdb: locate('initdb'),
		postgres: locate('postgres'),
		psql: locate('psql'),
		'redis-server': locate('redis-server'),
	};
	const programs: Program[] = ['initdb', 'postgres', 'psql', 'redis-server'];
	const missing = programs.filter((program) => found[program] === '');
	if (missing.length === 0) return { found };
	const packages = [...new Set(missing.map((program) => PACKAGES[program]))].join(' ');
	return {
		missing: `${missing.join(', ')} not found: install them (Debian, Ubuntu: apt-get install ${packages})`,
	};
}
