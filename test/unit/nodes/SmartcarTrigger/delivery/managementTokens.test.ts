import { managementTokens } from '../../../../../nodes/SmartcarTrigger/delivery/managementTokens';
import { replyOf } from '../replies';
import { credentialContext } from './credentialContext';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('returns the current token without spaces around it, and the former one if it is set', async () => {
	const both = credentialContext(() => ({
		applicationManagementToken: ' new\n',
		formerManagementToken: 'old',
	}));
	const one = credentialContext(() => ({ applicationManagementToken: 'new' }));

	expect(await managementTokens.call(both, 'current')).toEqual(['new', 'old']);
	expect(await managementTokens.call(one, 'current')).toEqual(['new']);
});

test('reads the credential again after five seconds', async () => {
	let applicationManagementToken = 'first';
	const context = credentialContext(() => ({ applicationManagementToken }));
	await managementTokens.call(context, 'recent');
	applicationManagementToken = 'second';

	jest.advanceTimersByTime(4_999);
	expect(await managementTokens.call(context, 'recent')).toEqual(['first']);
	jest.advanceTimersByTime(1);
	expect(await managementTokens.call(context, 'recent')).toEqual(['second']);
});

test('a removed token is accepted for no more than five seconds, even if the system clock is set back', async () => {
	let applicationManagementToken = 'removed';
	const context = credentialContext(() => ({ applicationManagementToken }));
	await managementTokens.call(context, 'recent');
	applicationManagementToken = 'new';

	jest.setSystemTime(Date.now() - 3_600_000);
	jest.advanceTimersByTime(5_000);
	expect(await managementTokens.call(context, 'recent')).toEqual(['new']);
});

test('a read of the current token also replaces the recent one', async () => {
	let applicationManagementToken = 'first';
	const context = credentialContext(() => ({ applicationManagementToken }));
	await managementTokens.call(context, 'recent');
	applicationManagementToken = 'second';

	jest.advanceTimersByTime(4_000);
	expect(await managementTokens.call(context, 'current')).toEqual(['second']);
	jest.advanceTimersByTime(4_000);
	expect(await managementTokens.call(context, 'recent')).toEqual(['second']);
	expect(context.getCredentials).toHaveBeenCalledTimes(2);
});

test('deliveries at the same time share one read, other triggers have their own', async () => {
	const one = credentialContext(() => ({ applicationManagementToken: 'a' }));
	const other = credentialContext(() => ({ applicationManagementToken: 'b' }));

	const tokens = await Promise.all(
		[one, one, other].map(async (context) => await managementTokens.call(context, 'recent')),
	);

	expect(tokens).toEqual([['a'], ['a'], ['b']]);
	expect(one.getCredentials).toHaveBeenCalledTimes(1);
});

test('the tokens of another credential are read, although the trigger is the same', async () => {
	const context = credentialContext(() => ({ applicationManagementToken: 'a' }));
	const other = credentialContext(() => ({ applicationManagementToken: 'b' }));
	const node = {
		...context.getNode(),
		credentials: { smartcarWebhookApi: { id: 'other', name: 'Other' } },
	};
	await managementTokens.call(context, 'recent');

	expect(await managementTokens.call({ ...other, getNode: () => node }, 'recent')).toEqual(['b']);
});

test('a read that fails after a later one has succeeded leaves its tokens in memory', async () => {
	let fail = () => {};
	const failing = new Promise<object>((_resolve, reject) => {
		fail = () => reject(new Error('no credential'));
	});
	const readCredential = jest
		.fn<object, []>()
		.mockReturnValueOnce(failing)
		.mockReturnValueOnce({ applicationManagementToken: 'token' });
	const context = credentialContext(readCredential);
	const failed = replyOf(async () => await managementTokens.call(context, 'recent'));
	await managementTokens.call(context, 'current');
	fail();
	expect(await failed).toMatchObject({ status: 503 });

	expect(await managementTokens.call(context, 'recent')).toEqual(['token']);
	expect(context.getCredentials).toHaveBeenCalledTimes(2);
});

test('rejects with 503 while the credential cannot be used, and reads it again next time', async () => {
	const readCredential = jest
		.fn<object, []>()
		.mockImplementationOnce(() => {
			throw new Error('no credential');
		})
		.mockReturnValueOnce({ applicationManagementToken: ' ' })
		.mockReturnValue({ applicationManagementToken: 'token' });
	const context = credentialContext(readCredential);
	const read = async () => await managementTokens.call(context, 'recent');

	const rejected = (message: string) => ({
		status: 503,
		body: { error: 'not_configured', message },
	});
	const unreadable = await replyOf(read);
	expect(unreadable).toMatchObject(rejected('n8n could not read the credential of the trigger'));
	// The cause is for the log only.
	expect(unreadable).toMatchObject({ log: { message: expect.stringContaining('no credential') } });
	expect(await replyOf(read)).toMatchObject(
		rejected('The credential of the trigger has no Application Management Token'),
	);
	expect(await read()).toEqual(['token']);
});
