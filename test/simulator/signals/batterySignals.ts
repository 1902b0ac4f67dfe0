import { signal, type SignalDefinition } from './definition';

/** Signals of cars that can be charged; other cars do not have them. */
export const batterySignals: SignalDefinition[] = [
	signal('TractionBattery', 'StateOfCharge', 'read_battery', ({ battery }) =>
		battery === null ? null : { body: { value: battery.percent, unit: 'percent' } },
	),
	signal('TractionBattery', 'Range', 'read_battery', ({ battery }) => {
		if (battery === null) return null;
		const value = Math.round((battery.fullRangeKm * battery.percent) / 100);
		return {
			body: { value, unit: 'km', type: 'DEFAULT', additionalValues: [{ type: 'ESTIMATED', value: value - 5 }] },
		};
	}),
	signal('TractionBattery', 'NominalCapacity', 'read_battery', ({ battery }) => {
		if (battery === null) return null;
		const { available, chosen } = battery.capacity;
		return {
			body: {
				capacity: chosen?.nominal ?? null,
				source: chosen?.source ?? null,
				availableCapacities: available.map((entry) => ({ ...entry })),
				unit: 'kWh',
			},
		};
	}),
	signal('Charge', 'IsCharging', 'read_charge', ({ battery }) =>
		battery === null ? null : { body: { value: battery.isCharging } },
	),
	signal('Charge', 'IsChargingCableConnected', 'read_charge', ({ battery }) =>
		battery === null ? null : { body: { value: battery.isPluggedIn } },
	),
	signal('Charge', 'DetailedChargingStatus', 'read_charge', ({ battery }) => {
		if (battery === null) return null;
		if (battery.isCharging) return { body: { value: 'CHARGING' } };
		return { body: { value: battery.percent >= battery.limitPercent ? 'FULLY_CHARGED' : 'NOT_CHARGING' } };
	}),
	signal('Charge', 'Wattage', 'read_charge', ({ battery }) => {
		if (battery === null) return null;
		const body = { value: battery.wattage, unit: 'watts' };
		if (battery.isCharging) return { body };
		// As captured: the failure comes with the last value of the last charge.
		return { error: { type: 'VEHICLE_STATE', code: 'NOT_CHARGING' }, staleBody: body };
	}),
	signal('Charge', 'ChargeLimits', 'read_charge', ({ battery }) =>
		battery === null
			? null
			: {
					body: {
						values: [{ type: 'global', limit: battery.limitPercent, condition: null }],
						activeLimit: battery.limitPercent,
						unit: 'percent',
					},
				},
	),
];
