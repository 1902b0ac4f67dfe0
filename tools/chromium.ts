import { existsSync } from 'node:fs';
import path from 'node:path';

/** As Debian, Ubuntu, Arch and Google name it. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The machine's Chromium, from those folders (default: those of the PATH), or what is missing and a command that
 * brings it. npm brings none: playwright-core drives a browser, but has none with it.
 */
export function findChromium(folders?: string[]): { found: string } | { missing: string } {
	const searched = folders ?? (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
	const found = PROGRAMS.flatMap((program) =>
		searched.map((folder) => path.join(folder, program)),
	).find((file) => existsSync(file));
	if (found !== undefined) return { found };
	return {
		missing:
			'Chromium not found: install it (Debian: apt-get install chromium; Ubuntu: snap install chromium)',
	};
}
