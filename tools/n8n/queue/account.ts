import { chown } from 'node:fs/promises';
import { run } from '../../process/supervised';

/** Accounts that a system has for servers, the first that exists is taken. */
const ACCOUNTS = ['postgres', 'nobody'];

/** Another account, for a program that refuses to be run by root. */
export interface Account {
	/** The command line that runs `command` as this account. */
	commandLine(command: string, args: string[]): [command: string, args: string[]];
	/** Gives a folder to this account. */
	give(folder: string): Promise<void>;
}

async function idOf(flag: '-u' | '-g', name: string): Promise<number | undefined> {
	const { code, stdout } = await run('id', [flag, name], {
		cwd: '/',
		env: { PATH: process.env.PATH },
	});
	return code === 0 ? Number(stdout) : undefined;
}

/** The account that PostgreSQL, which refuses root, can be run as: the caller's own, or for root another one. */
export async function unprivilegedAccount(): Promise<Account> {
	if (process.getuid?.() !== 0)
		return { commandLine: (command, args) => [command, args], give: async () => {} };
	for (const name of ACCOUNTS) {
		const uid = await idOf('-u', name);
		const gid = await idOf('-g', name);
		if (uid === undefined || gid === undefined) continue;
		return {
			commandLine: (command, args) => [
				'setpriv',
				[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', command, ...args],
			],
			give: async (folder) => await chown(folder, uid, gid),
		};
	}
	throw new Error(
		`PostgreSQL cannot be run by root, and there is no account ${ACCOUNTS.join(' or ')} to run it instead.`,
	);
}
