import { randomUUID } from 'node:crypto';
import { vehicleName } from '../../support/exampleRunner';
import { OwnerExamples } from '../../support/ownerExamples';
import { PUBLIC_URL, type EditorSession } from '../editorSession';
import { OwnerForm } from '../pages/ownerForm';

/**
 * An email address that no other attempt uses. A test that failed is repeated, and must not take a
 * message of its earlier attempt for a new one.
 */
const newAddress = (name: string) => `${name}-${randomUUID()}@example.com`;

/**
 * The examples *Onboard a car* and *Ask the owner to reconnect*, as an owner sees them in a
 * browser.
 */
export function ownerTests(session: () => EditorSession): void {
	describe('an owner', () => {
		let owners: OwnerExamples;

		beforeAll(async () => {
			const { environment, ownerWorkflows } = session();
			owners = await OwnerExamples.start(environment, ownerWorkflows);
		});

		/** Submits n8n's form, which leads to Smartcar's page, and waits until a car is connected. */
		async function connectCar(name: string, email: string): Promise<void> {
			await session().visit(async (page) => {
				const form = await OwnerForm.open(page, `${PUBLIC_URL}${owners.formPath}`);
				await form.submit({ Name: name, Email: email });
				await page.getByText('is connected').waitFor();
			});
		}

		test('fills in the form, connects a car on the page of Smartcar, and is welcomed after the first event', async () => {
			const email = newAddress('ada');
			await connectCar('Ada', email);
			expect(await owners.waitForMessageTo(email, 'welcome')).toBe(
				`Welcome, Ada! Your ${vehicleName(owners.newestVehicle())} is connected.`,
			);
		});

		test('whose car is no longer connected opens the link in the message, connects it again, and gets an all-clear', async () => {
			const email = newAddress('grace');
			await connectCar('Grace', email);
			owners.setReachability(owners.newestVehicle(), 'signedOut');

			const message = await owners.waitForMessageTo(email, 'request');
			const link = /http\S+$/.exec(message)?.[0];
			if (link === undefined) throw new Error(`The message has no link: ${message}`);
			await session().visit(async (page) => {
				await page.goto(link);
				await page.getByText('is connected again').waitFor();
			});

			expect(await owners.waitForMessageTo(email, 'allClear')).toContain('is connected again');
		});
	});
}
