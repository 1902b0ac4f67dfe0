import { signal, type SignalDefinition, staticSignal } from './definition';

/** Signals of any car. */
export const carSignals: SignalDefinition[] = [
	staticSignal('VehicleIdentification', 'VIN', 'read_vin', ({ vin }) => ({ body: { value: vin } })),
	signal('Odometer', 'TraveledDistance', 'read_odometer', ({ odometerKm }) => ({
		body: { value: odometerKm, unit: 'km' },
	})),
	signal('Location', 'PreciseLocation', 'read_location', ({ location }) => ({
		body: { ...location, heading: null, direction: null, locationType: 'LAST_PARKED' },
	})),
	signal('Closure', 'IsLocked', 'read_security', ({ isLocked }) => ({ body: { value: isLocked } })),
	signal('Closure', 'Doors', 'read_security', ({ isLocked }) => ({
		// Not row-major, as captured deliveries are not.
		body: {
			values: [
				[0, 0],
				[1, 1],
				[0, 1],
				[1, 0],
			].map(([row, column]) => ({ row, column, isOpen: false, isLocked })),
			rowCount: 2,
			columnCount: 2,
		},
	})),
	signal('Wheel', 'Tires', 'read_tires', ({ tires }) => ({
		body: {
			values: [
				{ row: 0, column: 0, tirePressure: tires.frontLeft },
				{ row: 1, column: 1, tirePressure: tires.backRight },
				{ row: 0, column: 1, tirePressure: tires.frontRight },
				{ row: 1, column: 0, tirePressure: tires.backLeft },
			],
			rowCount: 2,
			columnCount: 2,
			unit: 'kPa',
		},
	})),
	signal('Diagnostics', 'TirePressure', 'read_diagnostics', ({ tires }) => {
		const isLow = Object.values(tires).some((kpa) => kpa < 200);
		return { body: { status: isLow ? 'ALERT' : 'OK', description: isLow ? 'Tire pressure low' : null } };
	}),
	signal('ConnectivityStatus', 'IsAsleep', 'read_extended_vehicle_info', ({ reachability }) => ({
		body: { value: reachability === 'asleep' },
	})),
	signal('ConnectivityStatus', 'IsOnline', 'read_extended_vehicle_info', ({ reachability }) => ({
		body: { value: reachability === 'online' },
	})),
	signal('Climate', 'InternalTemperature', 'read_climate', ({ cabinCelsius }) => ({
		body: { value: cabinCelsius, unit: 'celsius' },
	})),
	signal('InternalCombustionEngine', 'FuelLevel', 'read_fuel', ({ fuel }) =>
		fuel === null ? null : { body: { value: fuel.percent, unit: 'percent' } },
	),
	signal('InternalCombustionEngine', 'AmountRemaining', 'read_fuel', ({ fuel }) =>
		fuel === null ? null : { body: { value: Math.round(fuel.tankLiters * fuel.percent) / 100, unit: 'liters' } },
	),
	signal('InternalCombustionEngine', 'Range', 'read_fuel', ({ fuel }) =>
		fuel === null ? null : { body: { value: Math.round((fuel.fullRangeKm * fuel.percent) / 100), unit: 'km' } },
	),
	signal('InternalCombustionEngine', 'OilLife', 'read_engine_oil', ({ fuel }) =>
		fuel === null ? null : { body: { value: fuel.oilLifePercent, unit: 'percent' } },
	),
];
