import { eventIdFromBytes } from '../../../../../nodes/SmartcarTrigger/delivery/readEventId';

const idOf = (text: string) =>
	eventIdFromBytes({ bytes: Buffer.from(text), body: JSON.parse(text) });

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

test.each([
	'{"eventId":"e-1"}',
	'{"eventId":42}',
	'{"eventName":"eventBased","payload":{"eventId":"e-1"}}',
	'{"eventType":"VEHICLE_STATE"}',
	'{"eventId":1.5e300}',
])('leaves %s to the parser', (text) => {
	expect(idOf(text)).toBeUndefined();
});
