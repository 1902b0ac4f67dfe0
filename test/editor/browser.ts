import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../tools/chromium';

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Nothing may depend on what the internet answers: only this machine can be reached.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * The machine's Chromium, without a window.
 * @throws Error that says what to install
 */
export async function launchChromium(): Promise<Browser> {
	const chromiumOfMachine = findChromium();
	if ('missing' in chromiumOfMachine) throw new Error(chromiumOfMachine.missing);
	return await chromium.launch({
		executablePath: chromiumOfMachine.found,
		headless: true,
		args: FLAGS,
	});
}
