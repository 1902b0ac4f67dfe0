/**
 * The code of a system error such as ESRCH, or undefined. In Jest such an error is no instance of
 * the global Error.
 */
export const errorCode = (error: unknown): unknown =>
	typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
