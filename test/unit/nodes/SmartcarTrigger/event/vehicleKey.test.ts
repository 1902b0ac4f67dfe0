import { vehicleKey } from '../../../../../nodes/SmartcarTrigger/event/vehicleKey';
import { eventFrom } from '../../../../support/eventFrom';

const keyOf = (vehicle: { id: string }, mode = 'LIVE') =>
	vehicleKey(
		eventFrom({ eventId: '1', eventType: 'VEHICLE_STATE', data: { vehicle }, meta: { mode } }),
	);

test('a vehicle has its ID as the key, and another one for test payloads', () => {
	expect(keyOf({ id: 'v-1' })).toBe('v-1');
	expect(keyOf({ id: 'v-1' }, 'TEST')).toBe('test v-1');
});

test('a very long ID is not kept, and vehicles with such IDs still differ', () => {
	const long = 'v'.repeat(100_000);

	expect(keyOf({ id: long }).length).toBeLessThan(100);
	expect(keyOf({ id: long })).not.toBe(keyOf({ id: `${long}w` }));
});
