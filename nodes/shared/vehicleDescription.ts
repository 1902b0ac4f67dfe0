interface Vehicle {
	make?: string | null;
	model?: string | null;
	year?: number | string | null;
}

/** Smartcar sends some makes in capitals (TESLA, LAND_ROVER). Short ones stay in capitals (BMW). */
function makeName(make: string): string {
	if (make.length <= 3 || make !== make.toUpperCase()) return make;
	return make
		.replace(/_/g, ' ')
		.toLowerCase()
		.replace(/(^|[ -])\p{L}/gu, (start) => start.toUpperCase());
}

/** A vehicle as people speak of it: `2021 Tesla Model 3`. Undefined if nothing of it is known. */
export function describeVehicle({ make, model, year }: Vehicle): string | undefined {
	const parts = [year, make ? makeName(make) : undefined, model];
	return parts.filter(Boolean).join(' ') || undefined;
}
