import { readEventId } from '../../../../../nodes/SmartcarTrigger/delivery/readEventId';
import { replyOf } from '../replies';

const idOf = (text: string) => readEventId({ bytes: Buffer.from(text), body: JSON.parse(text) });

test.each([
	['{"eventId":"e-1"}', 'e-1'],
	['{"eventId":42}', '42'],
	['{"eventId":1.5e300}', '1.5e+300'],
	['{"eventName":"eventBased","payload":{"eventId":"e-1"}}', 'e-1'],
])('reads the ID of %s', (text, id) => {
	expect(idOf(text)).toBe(id);
});

test('numeric IDs beyond 2^53 stay apart', () => {
	expect(idOf('{"eventId": 9007199254740993}')).toBe('9007199254740993');
	expect(idOf('{"eventId":9007199254740992}')).toBe('9007199254740992');
	expect(idOf('{"data":{"eventId":1},"eventId":9007199254740993}')).toBe('9007199254740993');
});

test.each(['schedule', 'dynamic'])(
	'a %s event of version 2.0 gets an ID from its bytes',
	(name) => {
		const text = JSON.stringify({ version: '2.0', eventName: name, payload: { vehicles: [] } });

		expect(idOf(text)).toMatch(/^[0-9a-f]{64}$/);
		expect(idOf(text)).toBe(idOf(text));
		expect(idOf(`${text} `)).not.toBe(idOf(text));
	},
);

test.each([undefined, null, '', {}, [], true])('rejects the event ID %p', async (eventId) => {
	const text = JSON.stringify({ eventId, eventType: 'VEHICLE_STATE' });

	expect(await replyOf(() => idOf(text))).toMatchObject({
		status: 400,
		body: { error: 'event_id_missing' },
	});
});
