import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findN8n } from '../../tools/n8n/install';
import { freePort } from '../../tools/n8n/home';
import { findTarball } from '../../tools/pack';
import {
	ALERT,
	readExample,
	webhookIdOf,
	type Workflow,
} from '../../tools/testEnvironment/examples';
import { Scene } from '../../tools/testEnvironment/scene';
import { weekdays, type Vehicle } from '../../simulator/fleet/model';
import { launchChromium } from './browser';
import type { Wanted } from './fill';
import { Editor } from './pages/editor';
import { Watch } from './watch';

const PREFERRED_PORT = 5678;
const TIMEOUT_MS = 15_000;

/** What n8n takes for its address as seen from outside; behind a proxy, which is where most people have it. */
export const PUBLIC_URL = 'https://n8n.example.com';

/** As the pictures in README and docs have it. */
export const VIEWPORT = { width: 1280, height: 800 };

/** A real n8n and a real browser, signed in, with the packed package and the simulated service. */
export class Stage {
	private constructor(
		readonly scene: Scene,
		readonly alert: Workflow,
		/** What forms pick from lists: a car that can do everything. */
		readonly wanted: Wanted,
		private readonly browser: Browser,
		readonly context: BrowserContext,
		readonly page: Page,
		readonly watch: Watch,
		readonly editor: Editor,
	) {}

	/** Starts everything. What was started is ended again when something fails. */
	static async start(): Promise<Stage> {
		const browser = await launchChromium();
		let scene: Scene | undefined;
		try {
			const alert = await readExample(ALERT);
			scene = await startScene(alert);
			// Smartcar has signals of subscribed vehicles only, and the lists of webhooks and subscriptions want to be seen.
			const callbackUri = `${PUBLIC_URL}/webhook/${webhookIdOf(alert)}/webhook`;
			scene.simulator.webhooks.create({ name: 'Fleet alerts', callbackUri, autoSubscribe: true });
			const wanted = { vehicleId: furnishTesla(scene).id.slice(0, 8) };
			const context = await browser.newContext({
				viewport: VIEWPORT,
				locale: 'en-US',
				timezoneId: 'UTC',
			});
			context.setDefaultTimeout(TIMEOUT_MS);
			const watch = new Watch(context);
			const page = await context.newPage();
			const editor = new Editor(page, scene.n8n.baseUrl);
			await editor.signIn();
			return new Stage(scene, alert, wanted, browser, context, page, watch, editor);
		} catch (error) {
			await scene?.close();
			await browser.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.browser.close();
		await this.scene.close();
	}
}

/** Only some cars have charge schedules (simulator/commands/chargeSchedules.ts); this one gets its first. */
function furnishTesla({ simulator: { fleet } }: Scene): Vehicle {
	const tesla = fleet.vehicles.find(({ make }) => make === 'TESLA');
	if (tesla === undefined) throw new Error('The fleet has no Tesla');
	fleet.addChargeSchedule(tesla, {
		type: 'DAILY',
		location: tesla.location,
		windows: [{ start: '22:00', end: '06:00', days: [...weekdays] }],
	});
	return tesla;
}

async function startScene(alert: Workflow): Promise<Scene> {
	const port = await freePort(PREFERRED_PORT);
	const editorUrl = `http://127.0.0.1:${port}`;
	return await Scene.start({
		installation: await findN8n(),
		tarball: await findTarball(),
		workflows: [alert],
		port,
		// The owner's browser comes back to the editor, the service's events to the public address.
		env: { N8N_WEBHOOK_URL: `${PUBLIC_URL}/`, N8N_EDITOR_BASE_URL: editorUrl },
	});
}
