/** Resolves after this time. Unlike n8n's `sleep`, it does not keep the process alive. */
export const timeLimit = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => {
		AbortSignal.timeout(milliseconds).addEventListener('abort', () => resolve(), { once: true });
	});
