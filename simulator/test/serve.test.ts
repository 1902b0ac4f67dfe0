import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { startReceiver, stopReceivers } from './support/receiver';

let child: ChildProcessWithoutNullStreams | undefined;

afterEach(async () => {
	child?.kill('SIGKILL');
	await stopReceivers();
});

function serve(...options: string[]): {
	process: ChildProcessWithoutNullStreams;
	output: () => string;
} {
	const script = path.join(__dirname, '../serve.ts');
	// Not the command tsx, whose own process would survive when this one is killed.
	const started = spawn(process.execPath, ['--import', 'tsx', script, ...options]);
	child = started;
	let output = '';
	started.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString();
	});
	started.stderr.on('data', (chunk: Buffer) => {
		output += chunk.toString();
	});
	return { process: started, output: () => output };
}

describe('serve.ts', () => {
	it('prints hosts and credentials, delivers to a webhook, logs requests, and stops with Ctrl-C', async () => {
		const callback = await startReceiver('demo-application-management-token');
		const { process: command, output } = serve(
			'--webhook',
			callback.url,
			'--tick',
			'0.2',
			'--vehicles',
			'3',
		);
		await pWaitFor(() => output().includes('delivery  VEHICLE_STATE'), { timeout: 20_000 });
		expect(output()).toContain(`VERIFY    ${callback.url} verified`);
		// A signal that webhooks of the simulator do not have by default.
		const pageUrl = /Send events on (\S+)/.exec(output())?.[1] ?? '';
		const change = new URLSearchParams({ vehicle: 'tesla', change: 'open-front-left-door' });
		const sent = await fetch(pageUrl, { method: 'POST', body: change });
		expect(await sent.text()).toContain('VEHICLE_STATE');
		const tokenUrl = /tokenUrl +(\S+)/.exec(output())?.[1] ?? '';
		const body = new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: /clientId +(\S+)/.exec(output())?.[1] ?? '',
			client_secret: /clientSecret +(\S+)/.exec(output())?.[1] ?? '',
		});
		expect((await fetch(tokenUrl, { method: 'POST', body })).status).toBe(200);
		await pWaitFor(() => output().includes('request   POST   /iam/oauth2/token -> 200'), {
			timeout: 5_000,
		});
		const ended = once(command, 'exit');
		command.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
	});

	it('rejects an option that is not a number', async () => {
		const { process: command, output } = serve('--port', 'x');
		// At 'exit', output may still be on its way.
		expect(await once(command, 'close')).toEqual([1, null]);
		expect(output()).toContain("'--port' must be a number");
	});
});
