import { simplifySubscription } from '../../../../../../nodes/Smartcar/actions/subscription/simplify';
import { subscriptionSchema } from '../../../../../../nodes/Smartcar/actions/subscription/schema';

const related = (id: string) => ({ data: { type: 'webhook', id } });

test('simplifies a subscription, even if a relationship has a wrong type', () => {
	const resource = subscriptionSchema.parse({
		id: 's1',
		type: 'subscription',
		attributes: {
			vehicle: { make: 'TESLA', model: 'Model 3', year: 2022, mode: 'live', powertrainType: null },
		},
		relationships: { webhook: related('w1'), user: related('u1'), vehicle: related('v1') },
		meta: { createdAt: '2026-01-10T08:00:00.000Z' },
	});
	expect(simplifySubscription(resource)).toEqual({
		id: 's1',
		vehicleId: 'v1',
		userId: 'u1',
		webhookId: 'w1',
		make: 'TESLA',
		model: 'Model 3',
		year: 2022,
		mode: 'live',
		powertrainType: null,
		createdAt: '2026-01-10T08:00:00.000Z',
		updatedAt: null,
	});
});
