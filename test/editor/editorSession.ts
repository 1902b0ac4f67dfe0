import type { Browser, Page } from 'playwright-core';
import { weekdays, type Vehicle } from '../../simulator/simulator';
import { findFreePort } from '../../tools/n8n/userFolder';
import { LOW_TIRE_PRESSURE_ALERT, readExample } from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { subscribeFleet } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { BrowserErrors } from './browserErrors';
import type { ListChoices } from './fillForm';
import { launchChromium } from './launchChromium';
import { EditorPage } from './pages/editorPage';

const PREFERRED_PORT = 5678;
const TIMEOUT_MS = 15_000;

/** The public URL in n8n's webhook URLs. The editor has another URL, as behind a proxy. */
export const PUBLIC_URL = 'https://n8n.example.com';

/** The size of the screenshots in README and docs. */
export const VIEWPORT = { width: 1280, height: 800 };

/** A browser that is signed in to n8n's editor. n8n has the packed package and uses the simulator. */
export class EditorSession {
	private constructor(
		readonly environment: TestEnvironment,
		/** The example workflow for low tire pressure, which is published and has a Smartcar Trigger. */
		readonly alert: Workflow,
		/** The vehicle that forms choose from lists. It supports every operation. */
		readonly listChoices: ListChoices,
		private readonly browser: Browser,
		readonly browserErrors: BrowserErrors,
		readonly editor: EditorPage,
	) {}

	get page(): Page {
		return this.editor.page;
	}

	/** Starts the browser, n8n and the simulator. If a step fails, all are stopped again. */
	static async start(): Promise<EditorSession> {
		const browser = await launchChromium();
		let environment: TestEnvironment | undefined;
		try {
			const alert = await readExample(LOW_TIRE_PRESSURE_ALERT);
			environment = await startN8n(alert);
			const callbackUri = `${PUBLIC_URL}/webhook/${webhookIdOf(alert)}/webhook`;
			subscribeFleet(environment.simulator, { name: 'Fleet alerts', callbackUri });
			const tesla = addChargeSchedule(environment);
			const context = await browser.newContext({
				viewport: VIEWPORT,
				locale: 'en-US',
				timezoneId: 'UTC',
			});
			context.setDefaultTimeout(TIMEOUT_MS);
			const browserErrors = new BrowserErrors(context);
			const editor = new EditorPage(await context.newPage(), environment.n8n.baseUrl);
			await editor.signIn();
			const listChoices = { vehicleId: tesla.id.slice(0, 8) };
			return new EditorSession(environment, alert, listChoices, browser, browserErrors, editor);
		} catch (error) {
			await environment?.close();
			await browser.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.browser.close();
		await this.environment.close();
	}
}

/** Adds a charge schedule to the Tesla, so that its list of schedules is not empty. Returns the Tesla. */
function addChargeSchedule({ simulator: { fleet } }: TestEnvironment): Vehicle {
	const tesla = fleet.vehicles.find(({ make }) => make === 'TESLA');
	if (tesla === undefined) throw new Error('The fleet has no Tesla');
	fleet.addChargeSchedule(tesla, {
		type: 'DAILY',
		location: tesla.location,
		windows: [{ start: '22:00', end: '06:00', days: [...weekdays] }],
	});
	return tesla;
}

async function startN8n(alert: Workflow): Promise<TestEnvironment> {
	const port = await findFreePort(PREFERRED_PORT);
	return await startTestEnvironment([alert], {
		port,
		env: {
			N8N_WEBHOOK_URL: `${PUBLIC_URL}/`,
			// After the OAuth2 consent the browser is redirected to this URL, so it must be one that it can reach.
			N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		},
	});
}
