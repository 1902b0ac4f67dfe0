interface Vehicle {
	make?: string | null;
	model?: string | null;
	year?: number | string | null;
	mode?: string | null;
}

/** A makes' name as people write it: the service sends some in capitals (TESLA), short ones stay so (BMW, KIA). */
function makeName(make: string): string {
	return make.length > 3 && make === make.toUpperCase()
		? make.charAt(0) + make.slice(1).toLowerCase()
		: make;
}

/** What a vehicle is called in a list: `2021 Tesla Model 3 · 36ab27d0`, with a note on a simulated one. */
export function vehicleName(id: string, vehicle: Vehicle | null | undefined): string {
	const { make, model, year, mode } = vehicle ?? {};
	const what = [year, make ? makeName(make) : undefined, model].filter(Boolean).join(' ');
	const name = what === '' ? id : `${what} · ${id.slice(0, 8)}`;
	return mode === 'simulated' ? `${name} (simulated)` : name;
}
