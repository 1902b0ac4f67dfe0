/** The value of a key, or a new one, which the map then has. */
export function getOrCreate<Key, Value extends object>(
	map: { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown },
	key: Key,
	create: () => Value,
): Value {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const created = create();
	map.set(key, created);
	return created;
}
