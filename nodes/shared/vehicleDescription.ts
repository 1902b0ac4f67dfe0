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

/** Year, make and model as text: `2021 Tesla Model 3`. Undefined if all of them are missing. */
export function describeVehicle({ make, model, year }: Vehicle): string | undefined {
	const parts = [year, make ? makeName(make) : undefined, model];
	return parts.filter(Boolean).join(' ') || undefined;
}
