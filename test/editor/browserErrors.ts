import type { BrowserContext, Page, Request, Response } from 'playwright-core';

/** Errors that n8n's editor causes itself. They do not fail a test. */
const IGNORED_ERRORS: Array<{ reason: string; pattern: RegExp }> = [
	{
		reason:
			'n8n looks up the latest version and the downloads of a community package, but there is no internet',
		pattern: /https:\/\/(registry|api)\.npmjs\.(org|com)\//,
	},
	{
		reason: "n8n's forms and the last page of its OAuth2 window load a font",
		pattern: /https:\/\/fonts\.googleapis\.com\//,
	},
	{
		reason: 'the editor asks for the current user before the login',
		pattern: /401 .*\/rest\/login/,
	},
	{
		reason:
			'n8n requests the next page of a list with null parameters if the node is closed meanwhile',
		pattern: /\/resource-locator-results .*"authentication":null/s,
	},
	{
		reason: 'some nodes of n8n have no schema of their output',
		pattern: /^404 GET .*\/schemas\/(n8n-nodes-base|@n8n)/,
	},
	{
		reason: "n8n's Postgres node reads the columns of its table also without a credential",
		pattern: /resource-mapper-fields .*does not have any credentials.*n8n-nodes-base\.postgres/s,
	},
	{
		reason: 'the browser aborts pending requests when it leaves the page',
		pattern: /net::ERR_ABORTED/,
	},
];

/** Longer request and response bodies are cut off in the error. */
const MAX_BODY_LENGTH = 1000;

/** Collects the browser's console errors, uncaught exceptions and failed requests. */
export class BrowserErrors {
	private errors: Array<string | Promise<string>> = [];

	listenTo(context: BrowserContext): void {
		context.on('page', (page) => this.listen(page));
	}

	/** Returns the errors since the last call, without IGNORED_ERRORS. */
	async takeErrors(): Promise<string[]> {
		const errors = await Promise.all(this.errors.splice(0));
		return errors.filter((error) => !IGNORED_ERRORS.some(({ pattern }) => pattern.test(error)));
	}

	private listen(page: Page): void {
		page.on('pageerror', (error) => this.errors.push(`uncaught: ${error.message}`));
		page.on('console', (message) => {
			// The events below report failed requests with more details.
			if (message.type() !== 'error' || message.text().startsWith('Failed to load resource'))
				return;
			this.errors.push(`console: ${message.text()}`);
		});
		page.on('requestfailed', (request) =>
			this.errors.push(`${describeRequest(request)}: ${request.failure()?.errorText ?? ''}`),
		);
		page.on('response', (response) => {
			if (response.status() >= 400) this.errors.push(describeErrorResponse(response));
		});
	}
}

function describeRequest(request: Request): string {
	return `${request.method()} ${request.url()}`;
}

async function describeErrorResponse(response: Response): Promise<string> {
	const request = response.request();
	// The body is no longer available once the browser has left the page.
	const body = await response.text().catch(() => '');
	return [
		`${response.status()} ${describeRequest(request)}`,
		body.slice(0, MAX_BODY_LENGTH),
		(request.postData() ?? '').slice(0, MAX_BODY_LENGTH),
	]
		.filter((part) => part !== '')
		.join(' ');
}
