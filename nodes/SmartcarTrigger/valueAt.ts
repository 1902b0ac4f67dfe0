/** The value at a path of keys in nested objects and lists. Undefined if there is none. */
export const valueAt = (root: unknown, path: string[]): unknown =>
	path.reduce<unknown>(
		(parent, key) =>
			typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
		root,
	);
