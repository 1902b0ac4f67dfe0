interface Vehicle {
	make?: string | null;
	model?: string | null;
	year?: number | string | null;
	mode?: string | null;
}

/** Smartcar sends some makes in capitals (TESLA). Short ones stay in capitals (BMW). */
function makeName(make: string): string {
	return make.length > 3 && make === make.toUpperCase()
		? make.charAt(0) + make.slice(1).toLowerCase()
		: make;
}

/** The name of a vehicle in lists: `2021 Tesla Model 3 · 36ab27d0`. Simulated ones are marked. */
export function vehicleName(id: string, vehicle: Vehicle | null | undefined): string {
	const { make, model, year, mode } = vehicle ?? {};
	const description = [year, make ? makeName(make) : undefined, model].filter(Boolean).join(' ');
	const name = description === '' ? id : `${description} · ${id.slice(0, 8)}`;
	return mode === 'simulated' ? `${name} (simulated)` : name;
}
