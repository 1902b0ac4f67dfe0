import { describeVehicle } from '../../shared/vehicleDescription';

interface Vehicle {
	make?: string | null;
	model?: string | null;
	year?: number | string | null;
	mode?: string | null;
}

/** The name of a vehicle in lists: `2021 Tesla Model 3 · 36ab27d0`. Simulated ones are marked. */
export function vehicleName(id: string, vehicle: Vehicle | null | undefined): string {
	const description = describeVehicle(vehicle ?? {});
	const name = description === undefined ? id : `${description} · ${id.slice(0, 8)}`;
	return vehicle?.mode === 'simulated' ? `${name} (simulated)` : name;
}
