import { chown } from 'node:fs/promises';
import { runProcess } from '../../process/supervisedProcess';

/** Accounts that a system has for servers. The first that exists is used. */
const ACCOUNT_NAMES = ['postgres', 'nobody'];

/** Another account, for a program that refuses to be run by root. */
interface UnprivilegedAccount {
	/** Command line that runs `command` as this account. */
	commandLine(command: string, args: string[]): [command: string, args: string[]];
	/** Makes this account the owner of a folder. */
	takeOwnership(folder: string): Promise<void>;
}

async function readId(flag: '-u' | '-g', name: string): Promise<number | undefined> {
	const { code, stdout } = await runProcess('id', [flag, name], {
		cwd: '/',
		env: { PATH: process.env.PATH },
	});
	return code === 0 ? Number(stdout) : undefined;
}

/**
 * The account to run PostgreSQL as, which refuses root: the caller's own, or another one when the
 * caller is root.
 */
export async function findUnprivilegedAccount(): Promise<UnprivilegedAccount> {
	if (process.getuid?.() !== 0)
		return { commandLine: (command, args) => [command, args], takeOwnership: async () => {} };
	for (const name of ACCOUNT_NAMES) {
		const uid = await readId('-u', name);
		const gid = await readId('-g', name);
		if (uid === undefined || gid === undefined) continue;
		return {
			commandLine: (command, args) => [
				'setpriv',
				[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', command, ...args],
			],
			takeOwnership: async (folder) => await chown(folder, uid, gid),
		};
	}
	throw new Error(
		`PostgreSQL cannot be run by root, and there is no account ${ACCOUNT_NAMES.join(' or ')} to run it instead.`,
	);
}
