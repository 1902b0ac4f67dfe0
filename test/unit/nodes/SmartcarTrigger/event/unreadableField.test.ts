import {
	isAboutFields,
	problemWithFields,
} from '../../../../../nodes/SmartcarTrigger/event/unreadableField';

const CODES = ['data.signals.*.code', 'triggers.*.signal.code'];

test.each([
	['data', true],
	['data.signals', true],
	['data.signals.12', true],
	['data.signals.12.code', true],
	['triggers.0.signal', true],
	['data.signals.12.body', false],
	['data.signals.12.code.text', false],
	['data.triggers', false],
	['signals', false],
])('a problem with %s is about the codes of signals: %s', (path, expected) => {
	expect(isAboutFields(`${path}: Expected text`, CODES)).toBe(expected);
});

test('returns the first problem with one of the fields', () => {
	const notUnderstood = [
		'meta: Expected an object',
		'data.signals.1.code: Expected text',
		'data.signals.2.code: Expected text',
	];

	expect(problemWithFields({ notUnderstood }, CODES)).toBe('data.signals.1.code: Expected text');
	expect(problemWithFields({ notUnderstood }, ['data.vehicle.id'])).toBeUndefined();
});
