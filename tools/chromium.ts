import { findProgram, pathFolders } from './process/findProgram';

/** Names of the program on Debian, Ubuntu, Arch and in Google's packages. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Looks for Chromium, which playwright-core drives but does not install.
 * @param folders default: those of the PATH
 * @returns its path, or a message that says how to install it
 */
export function findChromium(folders = pathFolders()): { found: string } | { missing: string } {
	const [found] = PROGRAMS.flatMap((program) => findProgram(program, folders) ?? []);
	if (found !== undefined) return { found };
	return {
		missing:
			'Chromium not found: install it (Debian: apt-get install chromium; Ubuntu: snap install chromium)',
	};
}
