import { z } from 'zod';
import type { Vehicle } from '../../simulator/simulator';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { vehicleName } from '../support/exampleRunner';
import { OwnerExamples, readOwnerWorkflows, waitUntil } from '../support/ownerExamples';
import { startTestEnvironment } from '../support/startTestEnvironment';

// The examples in which an owner opens a page of Smartcar: from n8n's form, or from a message.

/**
 * How long the workflow waits before it writes to the owner, in place of 15 minutes. One test
 * resolves the error within this time.
 */
const WAIT_SECONDS = 15;

let environment: TestEnvironment;
let owners: OwnerExamples;

beforeAll(async () => {
	const workflows = await readOwnerWorkflows(WAIT_SECONDS);
	environment = await startTestEnvironment([workflows.onboarding, workflows.reconnection], {
		simulator: { vehicles: 2, timeScale: 0.001 },
	});
	owners = await OwnerExamples.start(environment, workflows);
});

afterAll(async () => {
	await environment?.close();
});

/** Decodes the character references in the attributes of n8n's pages. */
const decodeHtml = (text: string): string =>
	text
		.replace(/&#x([0-9a-f]+);/gi, (_reference, code: string) =>
			String.fromCharCode(parseInt(code, 16)),
		)
		.replaceAll('&amp;', '&');

/** Fills in the form as a browser does. Returns the URL that n8n redirects the owner to. */
async function submitForm(values: string[]): Promise<string> {
	const body = new FormData();
	values.forEach((value, index) => body.append(`field-${index}`, value));
	const form = `${environment.n8n.baseUrl}${owners.formPath}`;
	const response = await fetch(form, { method: 'POST', body });
	const { formWaitingUrl } = z.object({ formWaitingUrl: z.string() }).parse(await response.json());
	// A request for the next page before the workflow has reached it would get no response.
	const statusUrl = new URL(formWaitingUrl);
	statusUrl.pathname += '/n8n-execution-status';
	await waitUntil(async () => (await (await fetch(statusUrl)).text()).trim() === 'form-waiting');
	const page = await (await fetch(formWaitingUrl)).text();
	const [, target = ''] = /<a id='redirectUrl' href='([^']+)'/.exec(page) ?? [];
	// The page's script sends this request, which ends the execution.
	await fetch(formWaitingUrl, { method: 'POST' });
	return decodeHtml(target);
}

/** Opens a page of Smartcar. Returns its text. */
const openPage = async (link: string) => await (await fetch(link)).text();

test('an owner fills in the form, connects a car on the page of Smartcar, and is welcomed', async () => {
	const link = await submitForm(['Ada', 'Ada@Example.com ']);
	expect(link).toMatch(/\/oauth\/authorize\?response_type=none&application_id=/);
	expect(await openPage(link)).toContain('is connected');

	const vehicle = owners.newestVehicle();
	expect(await owners.waitForMessageTo('ada@example.com', 'welcome')).toBe(
		`Welcome, Ada! Your ${vehicleName(vehicle)} is connected.`,
	);

	const { fleet } = environment.simulator;
	const [connection] = fleet.connectionsOf(vehicle);
	const externalId = fleet.user(connection?.userId ?? '')?.externalId;
	expect(externalId).toBe(new URL(link).searchParams.get('external_id'));
	expect(externalId).not.toContain('@');
});

describe('when Smartcar can no longer sign in', () => {
	async function connectCar(name: string, address: string): Promise<Vehicle> {
		await openPage(await submitForm([name, address]));
		const vehicle = owners.newestVehicle();
		await owners.waitForMessageTo(address, 'welcome');
		return vehicle;
	}

	test('the owner gets a link that reconnects the car, and an all-clear afterward', async () => {
		const address = 'grace@example.com';
		const vehicle = await connectCar('Grace', address);
		owners.setReachability(vehicle, 'signedOut');

		const request = await owners.waitForMessageTo(address, 'request');
		expect(request).toContain(`so your ${vehicleName(vehicle)} is no longer connected`);
		expect(await owners.openErrorsOf(vehicle)).toMatchObject([{ askedAt: expect.any(String) }]);

		const [link = ''] = /http\S+$/.exec(request) ?? [];
		expect(await openPage(link)).toContain('is connected again');
		expect(await owners.waitForMessageTo(address, 'allClear')).toContain(
			`Good news, Grace: your ${vehicleName(vehicle)} is connected again.`,
		);
		expect(await owners.openErrorsOf(vehicle)).toEqual([]);
	});

	test('and can again within minutes, the owner gets no message', async () => {
		const address = 'alan@example.com';
		const vehicle = await connectCar('Alan', address);
		owners.setReachability(vehicle, 'signedOut');
		await waitUntil(async () => (await owners.openErrorsOf(vehicle)).length === 1);
		owners.setReachability(vehicle, 'online');
		await waitUntil(async () => (await owners.openErrorsOf(vehicle)).length === 0);
		await owners.waitUntilIdle();

		expect(await owners.messagesTo(address, 'request')).toEqual([]);
		expect(await owners.messagesTo(address, 'allClear')).toEqual([]);
	});

	test('and reports the error again, the owner is asked only once', async () => {
		const address = 'edsger@example.com';
		const vehicle = await connectCar('Edsger', address);
		owners.setReachability(vehicle, 'signedOut');
		await owners.waitForMessageTo(address, 'request');

		await owners.repeatError(vehicle);
		await owners.waitUntilIdle();

		expect(await owners.messagesTo(address, 'request')).toHaveLength(1);
	});

	test('to the accounts of two owners of a car, each is asked, and gets an all-clear only for the own account', async () => {
		const [firstAddress, secondAddress] = ['barbara@example.com', 'frances@example.com'] as const;
		const vehicle = await connectCar('Barbara', firstAddress);
		const first = owners.ownerOf(vehicle);
		const second = owners.ownerOf(await connectCar('Frances', secondAddress));

		await owners.reportError(vehicle, first, 'ERROR');
		await owners.reportError(vehicle, second, 'ERROR');
		await owners.waitForMessageTo(firstAddress, 'request');
		await owners.waitForMessageTo(secondAddress, 'request');
		const openErrors = await owners.openErrorsOf(vehicle);
		expect(openErrors.map(({ userId }) => userId).sort()).toEqual([first.id, second.id].sort());

		await owners.reportError(vehicle, first, 'RESOLVED');
		await owners.waitForMessageTo(firstAddress, 'allClear');
		await owners.waitUntilIdle();
		expect(await owners.messagesTo(secondAddress, 'allClear')).toEqual([]);
		expect(await owners.openErrorsOf(vehicle)).toMatchObject([{ userId: second.id }]);
	});

	test('and the event has no user ID, the owner is asked, and gets an all-clear', async () => {
		const address = 'katherine@example.com';
		const vehicle = await connectCar('Katherine', address);
		const { externalId } = owners.ownerOf(vehicle);

		await owners.reportError(vehicle, { externalId }, 'ERROR');
		await owners.waitForMessageTo(address, 'request');
		await owners.reportError(vehicle, { externalId }, 'RESOLVED');

		await owners.waitForMessageTo(address, 'allClear');
		expect(await owners.openErrorsOf(vehicle)).toEqual([]);
	});
});
