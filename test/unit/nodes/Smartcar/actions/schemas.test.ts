import { openObject } from '../../../../../nodes/Smartcar/actions/shared/schema';
import { subscription } from '../../../../../nodes/Smartcar/actions/subscription/schema';
import { user } from '../../../../../nodes/Smartcar/actions/user/get.operation';
import {
	batchResponse,
	batteryCapacity,
	tirePressure,
} from '../../../../../nodes/Smartcar/actions/vehicle/schema';
import { webhook } from '../../../../../nodes/Smartcar/actions/webhook/schema';
import { vehicleList } from '../../../../../nodes/Smartcar/transport/pagination';

test('unknown fields pass through at every depth', () => {
	const future = {
		id: 'w1',
		attributes: { name: 'n', mood: { good: true } },
		added: [1, { two: null }],
	};
	expect(webhook.parse(future)).toEqual(future);
	expect(openObject({}).parse({ anything: 1 })).toEqual({ anything: 1 });
});

test.each([
	['a webhook without an ID', webhook, { attributes: {} }],
	['a webhook without attributes', webhook, { id: 'w1' }],
	['a subscription without relationships', subscription, { id: 's1', attributes: { vehicle: {} } }],
	['vehicles that are no list', vehicleList, { vehicles: {} }],
	['a user without an ID', user, {}],
	['tires without a wheel', tirePressure, { frontLeft: 1, frontRight: 2, backLeft: 3 }],
	['a capacity without candidates', batteryCapacity, { capacity: null, url: null }],
	['a batch without responses', batchResponse, { ok: true }],
])('rejects %s', (_what, schema, body) => {
	expect(schema.safeParse(body).success).toBe(false);
});
