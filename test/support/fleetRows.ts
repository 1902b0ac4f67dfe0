import type { Vehicle } from '../../simulator/simulator';

/** The row that the fleet sync examples write for a vehicle. It has more columns than these. */
const expectedFleetRow = ({ id, make, model, year, battery, odometerKm, tires }: Vehicle) =>
	expect.objectContaining({
		vehicleId: id,
		make,
		model,
		year,
		stateOfCharge: battery?.percent ?? null,
		odometerKm,
		lowestTireKpa: Math.min(...Object.values(tires)),
		reportedAt: expect.any(String),
	});

/** Sorts rows by `vehicleId` as `ORDER BY "vehicleId" COLLATE "C"` does. */
export const sortedByVehicleId = <Row extends { vehicleId?: unknown }>(rows: Row[]): Row[] =>
	[...rows].sort((a, b) => (String(a.vehicleId) < String(b.vehicleId) ? -1 : 1));

/** The rows of the vehicles in the table of a fleet sync example, sorted by vehicle ID. */
export const expectedFleetRows = (vehicles: Vehicle[]) =>
	[...vehicles].sort((a, b) => (a.id < b.id ? -1 : 1)).map(expectedFleetRow);
