/** The value of a key. If the map has none, creates it and adds it to the map. */
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
