import { chown } from 'node:fs/promises';
import { runProcess } from '../../process/supervisedProcess';

/** Accounts that a system has for servers. The first that exists is used. */
const ACCOUNT_NAMES = ['postgres', 'nobody'];

/** An account for a program that refuses to run as root. */
interface UnprivilegedAccount {
	/** Command line that runs `command` as this account. */
	commandLine(command: string, args: string[]): [command: string, args: string[]];
	/** Makes this account the owner of a folder. */
	takeOwnership(folder: string): Promise<void>;
}

async function readId(flag: '-u' | '-g', name: string): Promise<number | undefined> {
	const { code, stdout } = await runProcess('id', [flag, name], { cwd: '/' });
	return code === 0 ? Number(stdout) : undefined;
}

/**
 * The account to run PostgreSQL as: the caller's own, or another one if the caller is root, because
 * PostgreSQL refuses to run as root.
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
		`PostgreSQL refuses to run as root, and this machine has no account ${ACCOUNT_NAMES.join(' or ')} to run it.`,
	);
}
