import { select, type EventChoice } from '../../../../../nodes/SmartcarTrigger/stages/select';
import { fixture } from '../../../../fixtures/events';
import { parse } from '../../../../../nodes/SmartcarTrigger/stages/parse';
import { Answer } from '../../../../../nodes/SmartcarTrigger/answer';

function reasonAgainst(number: number, events: EventChoice[]): string | undefined {
	const event = parse(fixture(number));
	if (event instanceof Answer) throw new Error(JSON.stringify(event));
	return select(event, { events });
}

test.each<[number, EventChoice]>([
	[4, 'VEHICLE_STATE'],
	[8, 'VEHICLE_STATE'],
	[12, 'VEHICLE_ERROR'],
	[15, 'VEHICLE_ERROR'],
	[16, 'OTHER'],
])('E%i is wanted by those who chose %s alone', (number, choice) => {
	const others = (['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'] as const).filter((other) => other !== choice);

	expect(reasonAgainst(number, [choice])).toBeUndefined();
	expect(reasonAgainst(number, others)).toContain('does not listen');
});
