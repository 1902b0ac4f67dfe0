import { describeRatio, missesTarget } from '../../bench/benchReport';
import { ratiosOf } from '../../bench/trigger/ratios';
import type { RoundResult } from '../../bench/trigger/measureTarget';

const round = (eventsPerSecond: number): RoundResult => ({
	eventsPerSecond,
	responsesPerSecond: eventsPerSecond,
	processorMs: 1,
	loadAverage: 1,
	problems: [],
});

const RESULTS = { trigger: [round(80), round(90)], core: [round(100), round(100)] };

test('says which ratios miss their targets', () => {
	const ratios = ratiosOf(RESULTS, { engine: 'lazy', limit: undefined });

	expect(ratios.filter(missesTarget).map(describeRatio)).toEqual([
		'this trigger ÷ core Webhook 0.85 (≥ 0.95)',
	]);
});

test("has no targets with n8n's default expression engine", () => {
	const ratios = ratiosOf(RESULTS, { engine: 'default', limit: undefined });

	expect(ratios.filter(missesTarget)).toEqual([]);
});
