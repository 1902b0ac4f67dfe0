/** Waits until everything has run that can run now, such as what awaits a settled promise. */
export const eventLoopTurn = async (): Promise<void> =>
	await new Promise<void>((resolve) => setImmediate(resolve));
