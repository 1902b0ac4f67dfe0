import { simplifyWebhook } from '../../../../../../nodes/Smartcar/actions/webhook/simplify';
import { webhookSchema } from '../../../../../../nodes/Smartcar/actions/webhook/schema';

test('simplifies a webhook, with signal codes', () => {
	const resource = webhookSchema.parse({
		id: 'w1',
		type: 'webhook',
		attributes: {
			name: 'Fleet',
			callbackUri: 'https://example.com/hook',
			isEnabled: true,
			triggers: [{ group: 'Wheel', name: 'Tires', code: 'wheel-tires' }],
			data: [
				{ group: 'Wheel', name: 'Tires', code: 'wheel-tires' },
				{ group: 'Odometer', name: 'TraveledDistance' },
				{ group: 'Odometer' },
			],
			errorCallbackUri: 'https://example.com/errors',
			autoSubscribe: false,
		},
		meta: { createdAt: '2026-01-10T08:00:00.000Z' },
	});
	expect(simplifyWebhook(resource)).toEqual({
		id: 'w1',
		name: 'Fleet',
		isEnabled: true,
		callbackUri: 'https://example.com/hook',
		errorCallbackUri: 'https://example.com/errors',
		autoSubscribe: false,
		triggers: ['wheel-tires'],
		signals: ['wheel-tires', 'odometer-traveleddistance', null],
		createdAt: '2026-01-10T08:00:00.000Z',
	});
});

test('missing values are null', () => {
	expect(simplifyWebhook(webhookSchema.parse({ id: 'w1', attributes: {} }))).toEqual({
		id: 'w1',
		name: null,
		isEnabled: null,
		callbackUri: null,
		errorCallbackUri: null,
		autoSubscribe: null,
		triggers: [],
		signals: [],
		createdAt: null,
	});
});

test('signals may be text, as some callers report', () => {
	const attributes = { triggers: ['wheel-tires'], data: ['Odometer.TraveledDistance'] };
	expect(simplifyWebhook(webhookSchema.parse({ id: 'w1', attributes }))).toMatchObject({
		triggers: ['wheel-tires'],
		signals: ['odometer-traveleddistance'],
	});
});
