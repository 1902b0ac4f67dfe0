import { judgedBy } from '../../../../../nodes/SmartcarTrigger/event/judgedBy';
import { event, parameters } from '../events';

test.each([
	[200, 'errors'],
	[201, 'nothing'],
])('an event with %d errors is judged by: %s', (count, expected) => {
	const [error] = event('error-resolved').errors;
	if (!error) throw new Error('The event has no error');
	const errors = Array.from({ length: count }, () => error);

	expect(judgedBy({ ...event('error-resolved'), errors }, parameters({}))).toBe(expected);
	const others = Array.from({ length: 201 }, () => ({ ...error, code: 'OTHER' }));
	const filters = { errorCodes: [error.code ?? ''] };
	const withOthers = { ...event('error-resolved'), errors: [...errors, ...others] };
	expect(judgedBy(withOthers, parameters({ filters }))).toBe(expected);
});

test.each([
	[10, 0, 'errors'],
	[11, 0, 'nothing'],
	[10, 11, 'errors'],
	[11, 11, 'nothing'],
	[11, 10, 'errors'],
])('an event with %d errors at %d signals is judged by: %s', (count, size, expected) => {
	const [error] = event('error-resolved').errors;
	if (!error) throw new Error('The event has no error');
	const signals = Array.from({ length: size }, (_signal, index) => ({ code: `a-${index}` }));
	const errors = Array.from({ length: count }, (_error, index) => ({
		...error,
		type: 'COMPATIBILITY',
		code: `C-${index}`,
		signals,
	}));

	expect(judgedBy({ ...event('error-resolved'), errors }, parameters({}))).toBe(expected);
});
