import { chown } from 'node:fs/promises';
import { run } from '../../process/supervisedProcess';

/** Accounts that a system has for servers. The first that exists is used. */
const ACCOUNTS = ['postgres', 'nobody'];

/** Another account, for a program that refuses to be run by root. */
export interface Account {
	/** Command line that runs `command` as this account. */
	commandLine(command: string, args: string[]): [command: string, args: string[]];
	/** Makes this account the owner of a folder. */
	own(folder: string): Promise<void>;
}

async function idOf(flag: '-u' | '-g', name: string): Promise<number | undefined> {
	const { code, stdout } = await run('id', [flag, name], {
		cwd: '/',
		env: { PATH: process.env.PATH },
	});
	return code === 0 ? Number(stdout) : undefined;
}

/** The account to run PostgreSQL as, which refuses root: the caller's own, or another one when the caller is root. */
export async function unprivilegedAccount(): Promise<Account> {
	if (process.getuid?.() !== 0)
		return { commandLine: (command, args) => [command, args], own: async () => {} };
	for (const name of ACCOUNTS) {
		const uid = await idOf('-u', name);
		const gid = await idOf('-g', name);
		if (uid === undefined || gid === undefined) continue;
		return {
			commandLine: (command, args) => [
				'setpriv',
				[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', command, ...args],
			],
			own: async (folder) => await chown(folder, uid, gid),
		};
	}
	throw new Error(
		`PostgreSQL cannot be run by root, and there is no account ${ACCOUNTS.join(' or ')} to run it instead.`,
	);
}
