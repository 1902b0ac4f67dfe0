import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { lock } from 'proper-lockfile';
import { cacheFolder } from './cacheFolder';

const MARKER = '.complete';
const LOCK_STALE_MS = 60_000;
const LOCK_RETRY_MS = 1_000;

/** Says in a few words what is going on; called several times a minute. */
export type Report = (progress: string) => void;

export interface Recipe {
	/** Folder name in the cache. Whatever changes the content changes the name. */
	name: string;
	/** Fills the empty folder; throws when it cannot. */
	make: (folder: string, report: Report) => Promise<void>;
}

/** The finished folder of that name, or undefined when it has not been made yet. */
export async function findMade(name: string): Promise<string | undefined> {
	const folder = path.join(cacheFolder(), name);
	try {
		return (await readFile(path.join(folder, MARKER), 'utf8')) === name ? folder : undefined;
	} catch {
		return undefined;
	}
}

async function lockOrWait(folder: string, onLost: (error: Error) => void, report: Report) {
	let unlock: (() => Promise<void>) | undefined;
	await pWaitFor(
		async () => {
			try {
				unlock = await lock(folder, {
					realpath: false,
					stale: LOCK_STALE_MS,
					onCompromised: onLost,
				});
				return true;
			} catch (error) {
				if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
				report('another process is making it: waiting');
				return false;
			}
		},
		{ interval: LOCK_RETRY_MS },
	);
	return unlock;
}

async function removeLeftovers(name: string) {
	const interrupted = (await readdir(cacheFolder())).filter((entry) =>
		entry.startsWith(`${name}.partial-`),
	);
	for (const entry of [name, ...interrupted]) {
		await rm(path.join(cacheFolder(), entry), { recursive: true, force: true, maxRetries: 3 });
	}
}

/**
 * The cache folder of that name, made first when it is missing. It is made aside and renamed when it is whole, so an
 * interruption leaves no half of it; two processes at once make it once, the second one waits.
 */
export async function makeOnce({ name, make }: Recipe, report: Report): Promise<string> {
	const made = await findMade(name);
	if (made) return made;

	const folder = path.join(cacheFolder(), name);
	await mkdir(cacheFolder(), { recursive: true });
	let lost: Error | undefined;
	const unlock = await lockOrWait(folder, (error) => (lost = error), report);
	try {
		const madeMeanwhile = await findMade(name);
		if (madeMeanwhile) return madeMeanwhile;
		await removeLeftovers(name);
		const partial = `${folder}.partial-${randomUUID()}`;
		try {
			await mkdir(partial);
			await make(partial, report);
			await writeFile(path.join(partial, MARKER), name);
		} catch (error) {
			await rm(partial, { recursive: true, force: true, maxRetries: 3 });
			throw error;
		}
		if (lost)
			throw new Error(
				`The cache folder ${name} was taken over by another process: run the command again.`,
				{ cause: lost },
			);
		await rename(partial, folder);
		return folder;
	} finally {
		if (!lost) await unlock?.();
	}
}
