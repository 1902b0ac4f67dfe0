import { describeVehicle } from '../../shared/vehicleDescription';
import type { VehicleSummary } from '../actions/shared/vehicleSummary';

/** The name of a vehicle in lists: `2021 Tesla Model 3 · 36ab27d0`. Simulated ones are marked. */
export function vehicleName(id: string, vehicle: VehicleSummary): string {
	const description = describeVehicle(vehicle ?? {});
	const name = description === undefined ? id : `${description} · ${id.slice(0, 8)}`;
	return vehicle?.mode === 'simulated' ? `${name} (simulated)` : name;
}
