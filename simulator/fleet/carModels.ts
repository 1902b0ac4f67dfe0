import type { Powertrain, Region } from './types';

export interface CarModel {
	make: string;
	model: string;
	powertrainType: Powertrain;
	firstYear: number;
	lastYear: number;
	regions: readonly Region[];
	/** Recommended tire pressure, kPa. */
	tireKpa: number;
	/**
	 * Nominal capacities that the model was sold with, in kWh, with the descriptions that the service
	 * returns.
	 */
	capacities: ReadonlyArray<{ capacity: number; description: string }>;
	electricRangeKm: number;
	tankLiters: number;
	fuelRangeKm: number;
}

/**
 * The models of the fleet and of the list of compatible vehicles. The fleet uses them in this
 * order, so five vehicles have every powertrain.
 */
export const carModels: readonly [CarModel, ...CarModel[]] = [
	{
		make: 'SKODA',
		model: 'Enyaq',
		powertrainType: 'BEV',
		firstYear: 2021,
		lastYear: 2026,
		regions: ['EUROPE'],
		tireKpa: 250,
		capacities: [
			{ capacity: 82, description: 'BEV:80' },
			{ capacity: 62, description: 'BEV:60' },
		],
		electricRangeKm: 494,
		tankLiters: 0,
		fuelRangeKm: 0,
	},
	{
		make: 'TESLA',
		model: 'Model 3',
		powertrainType: 'BEV',
		firstYear: 2018,
		lastYear: 2026,
		regions: ['US', 'CA', 'EUROPE'],
		tireKpa: 290,
		capacities: [
			{ capacity: 57.5, description: 'BEV:RWD' },
			{ capacity: 79, description: 'BEV:Long Range' },
		],
		electricRangeKm: 510,
		tankLiters: 0,
		fuelRangeKm: 0,
	},
	{
		make: 'FORD',
		model: 'Escape',
		powertrainType: 'PHEV',
		firstYear: 2020,
		lastYear: 2026,
		regions: ['US', 'CA'],
		tireKpa: 230,
		capacities: [
			{ capacity: 14.4, description: 'PHEV:SE' },
			{ capacity: 11.2, description: 'PHEV:SEL' },
		],
		electricRangeKm: 60,
		tankLiters: 42,
		fuelRangeKm: 740,
	},
	{
		make: 'BMW',
		model: '320i',
		powertrainType: 'ICE',
		firstYear: 2019,
		lastYear: 2026,
		regions: ['US', 'CA', 'EUROPE'],
		tireKpa: 240,
		capacities: [],
		electricRangeKm: 0,
		tankLiters: 59,
		fuelRangeKm: 820,
	},
	{
		make: 'TOYOTA',
		model: 'RAV4 Hybrid',
		powertrainType: 'HEV',
		firstYear: 2019,
		lastYear: 2026,
		regions: ['US', 'CA'],
		tireKpa: 235,
		capacities: [],
		electricRangeKm: 0,
		tankLiters: 55,
		fuelRangeKm: 900,
	},
	{
		make: 'VOLVO',
		model: 'EX30',
		powertrainType: 'BEV',
		firstYear: 2024,
		lastYear: 2026,
		regions: ['US', 'EUROPE'],
		tireKpa: 260,
		capacities: [
			{ capacity: 69, description: 'BEV:Single Motor' },
			{ capacity: 51, description: 'BEV:Core' },
		],
		electricRangeKm: 460,
		tankLiters: 0,
		fuelRangeKm: 0,
	},
];
