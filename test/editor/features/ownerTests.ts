import { vehicleName } from '../../support/exampleRunner';
import { OwnerExamples } from '../../support/ownerExamples';
import { PUBLIC_URL, type EditorSession } from '../editorSession';
import { OwnerForm } from '../pages/ownerForm';

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

		/** Fills in the form of n8n, which leads to the page of Smartcar that connects a car. */
		async function connectCar(name: string, address: string): Promise<void> {
			await session().visit(async (page) => {
				const form = await OwnerForm.open(page, `${PUBLIC_URL}${owners.formPath}`);
				await form.submit({ Name: name, Email: address });
				await page.getByText('is connected', { exact: false }).waitFor();
			});
		}

		test('fills in the form, connects a car on the page of Smartcar, and is welcomed after the first event', async () => {
			await connectCar('Ada', 'ada@example.com');
			expect(await owners.waitForMessageTo('ada@example.com', 'welcome')).toBe(
				`Welcome, Ada! Your ${vehicleName(owners.newestVehicle())} is connected.`,
			);
		});

		test('whose car is no longer connected opens the link in the message, connects it again, and gets an all-clear', async () => {
			const address = 'grace@example.com';
			await connectCar('Grace', address);
			owners.setReachability(owners.newestVehicle(), 'signedOut');

			const request = await owners.waitForMessageTo(address, 'request');
			const [link = ''] = /http\S+$/.exec(request) ?? [];
			await session().visit(async (page) => {
				await page.goto(link);
				await page.getByText('is connected again').waitFor();
			});

			expect(await owners.waitForMessageTo(address, 'allClear')).toContain('is connected again');
		});
	});
}
