import type { BrowserContext, Page, Request, Response } from 'playwright-core';

/** Complaints of a page that are n8n's own and say nothing about this package, each with its reason. */
const OWN_NOISE: Array<{ why: string; is: RegExp }> = [
	{
		why: 'a community package is looked up at npm, for its newest version and number of downloads; here is no internet',
		is: /https:\/\/(registry|api)\.npmjs\.(org|com)\//,
	},
	{
		why: 'the page on which the window of OAuth2 ends asks for a font',
		is: /https:\/\/fonts\.googleapis\.com\//,
	},
	{ why: 'before the login the editor asks who is logged in', is: /401 .*\/rest\/login/ },
	{
		why: 'a page of a list that is still to come when its node is closed is asked for with null for every parameter',
		is: /\/resource-locator-results .*"authentication":null/s,
	},
	{ why: 'what was still loading when the page was left is given up', is: /net::ERR_ABORTED/ },
];

/** Requests and console messages of the browser that must not be there. */
export class Watch {
	private complaints: Array<string | Promise<string>> = [];

	constructor(context: BrowserContext) {
		context.on('page', (page) => this.listen(page));
	}

	/** What was complained about since the last call, but for n8n's own noise. */
	async take(): Promise<string[]> {
		const taken = this.complaints;
		this.complaints = [];
		return (await Promise.all(taken)).filter(
			(complaint) => !OWN_NOISE.some(({ is }) => is.test(complaint)),
		);
	}

	private listen(page: Page): void {
		page.on('pageerror', (error) => this.complaints.push(`uncaught: ${error.message}`));
		page.on('console', (message) => {
			// A request that was refused is told of below, with its method.
			if (message.type() !== 'error' || message.text().startsWith('Failed to load resource'))
				return;
			this.complaints.push(`console: ${message.text()}`);
		});
		page.on('requestfailed', (request) =>
			this.complaints.push(`${described(request)}: ${request.failure()?.errorText ?? ''}`),
		);
		page.on('response', (response) => {
			if (response.status() >= 400) this.complaints.push(refusal(response));
		});
	}
}

function described(request: Request): string {
	return `${request.method()} ${request.url()}`;
}

const SHOWN = 1000;

/** A request that was refused, with the beginning of the answer, which is gone once the page was left, and of what was sent. */
async function refusal(response: Response): Promise<string> {
	const request = response.request();
	const answer = await response.text().catch(() => '');
	const told = [`${response.status()} ${described(request)}`, answer.slice(0, SHOWN)];
	return [...told, (request.postData() ?? '').slice(0, SHOWN)]
		.filter((part) => part !== '')
		.join(' ');
}
