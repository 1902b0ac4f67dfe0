import { openObject } from '../../../../../nodes/Smartcar/actions/shared/schema';
import { subscriptionSchema } from '../../../../../nodes/Smartcar/actions/subscription/schema';
import { userSchema } from '../../../../../nodes/Smartcar/actions/user/get.operation';
import {
	batchResponseSchema,
	batteryCapacitySchema,
	tirePressureSchema,
} from '../../../../../nodes/Smartcar/actions/vehicle/schema';
import { webhookSchema } from '../../../../../nodes/Smartcar/actions/webhook/schema';
import { vehicleListSchema } from '../../../../../nodes/Smartcar/transport/vehicleList';

test('unknown fields pass through at every depth', () => {
	const withUnknownFields = {
		id: 'w1',
		attributes: { name: 'n', mood: { good: true } },
		added: [1, { two: null }],
	};
	expect(webhookSchema.parse(withUnknownFields)).toEqual(withUnknownFields);
	expect(openObject({}).parse({ anything: 1 })).toEqual({ anything: 1 });
});

test.each([
	['a webhook without an ID', webhookSchema, { attributes: {} }],
	['a webhook without attributes', webhookSchema, { id: 'w1' }],
	[
		'a subscription without relationships',
		subscriptionSchema,
		{ id: 's1', attributes: { vehicle: {} } },
	],
	['vehicles that are not a list', vehicleListSchema, { vehicles: {} }],
	['a user without an ID', userSchema, {}],
	['a pressure that is not a number', tirePressureSchema, { frontLeft: 'low', frontRight: 2 }],
	['tires without a wheel', tirePressureSchema, { error: 'none' }],
	['a capacity without candidates', batteryCapacitySchema, { capacity: null, url: null }],
	['a batch without responses', batchResponseSchema, { ok: true }],
])('rejects %s', (_what, schema, body) => {
	expect(schema.safeParse(body).success).toBe(false);
});
