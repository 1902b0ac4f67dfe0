import type { Browser, BrowserContext, Page } from 'playwright-core';
import { weekdays, type Vehicle } from '../../simulator/simulator';
import { findFreePort, jestWorkerPort } from '../../tools/n8n/userFolder';
import { LOW_TIRE_PRESSURE_ALERT, readExample } from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { readOwnerWorkflows, type OwnerWorkflows } from '../support/ownerExamples';
import { subscribeFleet } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { BrowserErrors } from './browserErrors';
import type { ListChoices } from './fillForm';
import { launchChromium } from './launchChromium';
import { LOCK_WORKFLOW } from './lockWorkflow';
import { EditorPage } from './pages/editorPage';
import { SLACK_CREDENTIAL, twoNodeAlert } from './twoNodeAlert';

const PREFERRED_PORT = jestWorkerPort(5678);
const TIMEOUT_MS = 15_000;

/** The public URL in n8n's webhook URLs. The editor has another URL, as behind a proxy. */
export const PUBLIC_URL = 'https://n8n.example.com';

/** High enough for the forms in the screenshots. */
export const VIEWPORT = { width: 1280, height: 1000 };

/** How long the example *Ask the owner to reconnect* waits, in place of 15 minutes. */
const WAIT_SECONDS = 1;

const CONTEXT_OPTIONS = { viewport: VIEWPORT, locale: 'en-US', timezoneId: 'UTC' };

/**
 * A browser that is signed in to n8n's editor. n8n has the packed package and uses the simulator.
 */
export class EditorSession {
	private constructor(
		readonly environment: TestEnvironment,
		/**
		 * The example workflow for low tire pressure, which is published and has a Smartcar Trigger.
		 */
		readonly alert: Workflow,
		/** The example workflows in which owners connect cars, which are published. */
		readonly ownerWorkflows: OwnerWorkflows,
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
			const ownerWorkflows = await readOwnerWorkflows(WAIT_SECONDS);
			environment = await startN8n(alert, ownerWorkflows);
			const callbackUri = `${PUBLIC_URL}/webhook/${webhookIdOf(alert)}/webhook`;
			subscribeFleet(environment.simulator, { name: 'Fleet alerts', callbackUri });
			const tesla = addChargeSchedule(environment);
			const browserErrors = new BrowserErrors();
			const context = await openContext(browser, browserErrors);
			const editor = new EditorPage(await context.newPage(), environment.n8n.baseUrl);
			await editor.signIn();
			const listChoices = { vehicleId: tesla.id.slice(0, 8) };
			return new EditorSession(
				environment,
				alert,
				ownerWorkflows,
				listChoices,
				browser,
				browserErrors,
				editor,
			);
		} catch (error) {
			await environment?.close();
			await browser.close();
			throw error;
		}
	}

	/**
	 * Opens a page for somebody who is not signed in to n8n, and runs the visit. The page reaches n8n
	 * at its public URL, as through a proxy.
	 */
	async visit(run: (page: Page) => Promise<void>): Promise<void> {
		const context = await openContext(this.browser, this.browserErrors);
		try {
			await context.route(`${PUBLIC_URL}/**`, async (route) => {
				const url = route.request().url().replace(PUBLIC_URL, this.environment.n8n.baseUrl);
				await route.fulfill({ response: await route.fetch({ url }) });
			});
			await run(await context.newPage());
		} finally {
			await context.close();
		}
	}

	async close(): Promise<void> {
		await this.browser.close();
		await this.environment.close();
	}
}

/**
 * Adds a charge schedule to the Tesla, so that its list of schedules is not empty. Returns the
 * Tesla.
 */
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

async function openContext(browser: Browser, errors: BrowserErrors): Promise<BrowserContext> {
	const context = await browser.newContext(CONTEXT_OPTIONS);
	context.setDefaultTimeout(TIMEOUT_MS);
	errors.listenTo(context);
	return context;
}

async function startN8n(
	alert: Workflow,
	{ onboarding, reconnection }: OwnerWorkflows,
): Promise<TestEnvironment> {
	const port = await findFreePort(PREFERRED_PORT);
	return await startTestEnvironment([alert, onboarding, reconnection], {
		drafts: [twoNodeAlert(alert), LOCK_WORKFLOW],
		credentials: [SLACK_CREDENTIAL],
		port,
		env: {
			N8N_WEBHOOK_URL: `${PUBLIC_URL}/`,
			// After the OAuth2 consent the browser is redirected to this URL, so it must be one that it
			// can reach.
			N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		},
	});
}
