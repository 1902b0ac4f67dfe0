import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../tools/chromium';

const COMMAND_LINE_FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Only this machine can be reached, so that no test depends on the internet.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * Starts the Chromium that is installed on this machine, without a window.
 * @throws Error that says what to install if there is none
 */
export async function launchChromium(): Promise<Browser> {
	const installed = findChromium();
	if ('missing' in installed) throw new Error(installed.missing);
	return await chromium.launch({
		executablePath: installed.found,
		headless: true,
		args: COMMAND_LINE_FLAGS,
	});
}
