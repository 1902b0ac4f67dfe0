import type { IDataObject } from 'n8n-workflow';

// Resources as Smartcar sends them.

/** See docs/contributing/smartcar-api.md#webhooks-and-subscriptions. */
export const webhook = (id: string): IDataObject => ({
	id,
	type: 'webhook',
	attributes: {
		name: `Webhook ${id}`,
		callbackUri: `https://example.com/${id}`,
		isEnabled: true,
		triggers: [{ group: 'Wheel', name: 'Tires', code: 'wheel-tires' }],
		data: [{ group: 'Odometer', name: 'TraveledDistance', code: 'odometer-traveleddistance' }],
		errorCallbackUri: `https://example.com/${id}`,
		autoSubscribe: true,
	},
	links: { self: `https://management.api.smartcar.com/v3/webhooks/${id}` },
	meta: { createdAt: '2026-01-10T08:00:00.000Z' },
});

const related = (type: string, id: string): IDataObject => ({
	data: { type, id },
	links: { related: `https://management.api.smartcar.com/v3/${type}s/${id}` },
});

export const subscription = (id: string, vehicle: IDataObject = {}): IDataObject => ({
	id,
	type: 'subscription',
	attributes: {
		vehicle: {
			make: 'TESLA',
			model: 'Model 3',
			year: 2021,
			mode: 'live',
			powertrainType: 'BEV',
			...vehicle,
		},
	},
	relationships: {
		webhook: related('webhook', `w-${id}`),
		user: related('user', `u-${id}`),
		vehicle: related('vehicle', `v-${id}`),
	},
	links: { self: `https://management.api.smartcar.com/v3/subscriptions/${id}` },
	meta: { createdAt: '2026-01-10T08:00:00.000Z', updatedAt: '2026-01-11T08:00:00.000Z' },
});

export const connection = (vehicleId: string, vehicle: IDataObject = {}): IDataObject => ({
	id: `c-${vehicleId}`,
	type: 'connection',
	attributes: {
		vehicle: { make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live', ...vehicle },
	},
	relationships: { vehicle: related('vehicle', vehicleId), user: related('user', 'u1') },
});

/** A signal of the v3 API. See docs/contributing/smartcar-api.md#signals. */
export const signal = (code: string, attributes: IDataObject = {}): IDataObject => ({
	id: code,
	type: 'signal',
	attributes: {
		code,
		name: 'StateOfCharge',
		group: 'TractionBattery',
		status: { value: 'SUCCESS' },
		body: { value: 61, unit: 'percent' },
		...attributes,
	},
	meta: { retrievedAt: '2026-07-01T06:20:10.900Z', oemUpdatedAt: '2026-07-01T06:11:00.000Z' },
});

/** A failed signal with the value of an earlier read. */
export const failedSignal = (code: string): IDataObject =>
	signal(code, {
		status: {
			value: 'ERROR',
			error: { type: 'PERMISSION', code: 'UNKNOWN', detail: 'Permission missing.' },
		},
	});

export const signals = (...data: IDataObject[]): IDataObject => ({
	data,
	meta: { totalCount: data.length, pageSize: data.length, pageNumber: 1 },
	included: {
		vehicle: {
			id: 'v1',
			type: 'vehicle',
			attributes: { make: 'SKODA', model: 'Enyaq', year: 2024, powertrainType: 'BEV' },
		},
	},
});

/**
 * The response to a command or a charge schedule. See docs/contributing/smartcar-api.md#commands.
 */
export const execution = (attributes: IDataObject = {}): IDataObject => ({
	data: {
		id: 'exec_1',
		type: 'command-execution',
		attributes: { status: { value: 'SUCCESS' }, executionMode: 'sync', ...attributes },
		meta: {
			executedAt: '2026-03-02T09:15:00Z',
			completedAt: '2026-03-02T09:15:02Z',
			durationInSeconds: 2,
		},
	},
});

export const compatibleVehicle = (make: string): IDataObject => ({
	id: `${make}-Model 3-2017-2026-BEV-US`,
	type: 'vehicle-model-capability',
	attributes: {
		make,
		model: 'Model 3',
		region: 'US',
		powertrainType: 'BEV',
		years: { start: 2017, end: 2026 },
		capabilities: [
			{
				type: 'signal',
				group: 'TractionBattery',
				code: 'StateOfCharge',
				capability: 'tractionbattery-stateofcharge',
				permission: 'read_battery',
			},
			{
				type: 'command',
				code: 'charge-start',
				capability: 'charge-start',
				permission: 'control_charge',
			},
		],
	},
});

/** One page of a v3 list. Its links lead to a host that must never be called. */
export function page(
	data: IDataObject[],
	number: number,
	size: number,
	total: number,
): IDataObject {
	const last = number * size >= total;
	return {
		data,
		links: {
			self: 'https://evil.example/self',
			next: last ? null : 'https://evil.example/next',
			prev: null,
		},
		meta: {
			pageNumber: number,
			pageSize: size,
			totalCount: total,
			orderBy: 'createdAt',
			orderDirection: 'DESC',
		},
	};
}

export const tires = (frontLeft = 220): IDataObject => ({
	frontLeft,
	frontRight: 221,
	backLeft: 219,
	backRight: 218,
});

/** The body of the signal wheel-tires, in the order in which Smartcar sends it. */
export const tireValues = (frontLeft = 220, unit = 'kPa'): IDataObject => ({
	values: [
		{ row: 0, column: 0, tirePressure: frontLeft },
		{ row: 1, column: 1, tirePressure: 218 },
		{ row: 0, column: 1, tirePressure: 221 },
		{ row: 1, column: 0, tirePressure: 219 },
	],
	rowCount: 2,
	columnCount: 2,
	unit,
});

export const numberedIds = (prefix: string, from: number, to: number): string[] =>
	Array.from({ length: to - from + 1 }, (_, index) => `${prefix}${from + index}`);
