import type { INodeExecutionData } from 'n8n-workflow';
import { fromItem, toItem } from '../../../../nodes/SmartcarTrigger/executionInput';
import { parseEvent } from '../../../../nodes/SmartcarTrigger/event/parser';
import { testTrigger } from '../testNode';
import { event } from './events';

const context = { getNode: testTrigger };
const read = (item: INodeExecutionData) => fromItem.call(context, item, 0);

/** The item as it comes back from n8n's database. */
const stored = (item: INodeExecutionData): INodeExecutionData => JSON.parse(JSON.stringify(item));

test('an item holds the delivered event and its flags', () => {
	const item = toItem({ event: event('state-as-delivered'), flags: { outOfOrder: true } });

	expect(stored(item)).toEqual({
		json: {
			eventId: event('state-as-delivered').eventId,
			delivered: JSON.stringify(event('state-as-delivered').raw),
			flags: { outOfOrder: true },
		},
	});
});

test('an item from the database gives the same event and flags', () => {
	const accepted = {
		event: event('error-oldest-capture'),
		flags: { checks: [{ conditionId: 'id', place: '', knownState: 'RESOLVED' }] },
	};

	expect(read(stored(toItem(accepted)))).toEqual({ ...accepted, isFromOtherProcess: true });
});

test('an ID that is not in the event survives the database', () => {
	const accepted = { event: parseEvent({ eventName: 'schedule' }, 'hash'), flags: {} };

	expect(read(stored(toItem(accepted))).event.eventId).toBe('hash');
});

test('in the same process the event is not parsed again, and the item does not keep it', () => {
	const parsed = event('state-as-delivered');
	const item = toItem({ event: parsed, flags: {} });

	expect(read(item)).toEqual({ event: parsed, flags: {} });
	expect(read(item).event).toEqual(parsed);
	expect(read(item).event).not.toBe(parsed);
});

test.each([
	['no event', {}],
	['an event without an ID', { delivered: '{}', flags: {} }],
	['an event that is an object', { eventId: 'e', delivered: {}, flags: {} }],
	['text that is not JSON', { eventId: 'e', delivered: 'event', flags: {} }],
	['text that is not a JSON object', { eventId: 'e', delivered: '[]', flags: {} }],
])('explains an item with %s', (_case, json) => {
	expect(() => read({ json })).toThrow('The trigger was started without an event');
});

test('the item of a rejected delivery ends the run with the reason', () => {
	const rejected = { message: 'Received a delivery, but rejected it', description: 'Why' };

	expect(() => read({ json: { rejected } })).toThrow('Received a delivery, but rejected it');
});
