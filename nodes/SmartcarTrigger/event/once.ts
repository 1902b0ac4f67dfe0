/** A function that makes its value when it is first called, and gives the same ever after. */
export function once<Value>(make: () => Value): () => Value {
	let made: { value: Value } | undefined;
	return () => (made ??= { value: make() }).value;
}
