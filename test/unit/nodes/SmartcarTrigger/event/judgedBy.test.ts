import { errorsAreJudged } from '../../../../../nodes/SmartcarTrigger/event/judgedBy';
import { event, parameters } from '../events';

test.each([
	[200, true],
	[201, false],
])('an event with %d errors is compared with earlier ones: %s', (count, expected) => {
	const [error] = event('error-resolved').errors;
	if (!error) throw new Error('The event has no error');
	const errors = Array.from({ length: count }, () => error);

	expect(errorsAreJudged({ ...event('error-resolved'), errors }, parameters({}))).toBe(expected);
	const others = Array.from({ length: 201 }, () => ({ ...error, code: 'OTHER' }));
	const filters = { errorCodes: [error.code ?? ''] };
	const withOthers = { ...event('error-resolved'), errors: [...errors, ...others] };
	expect(errorsAreJudged(withOthers, parameters({ filters }))).toBe(expected);
});

test.each([
	[10, 0, true],
	[11, 0, false],
	[10, 11, true],
	[11, 11, false],
	[11, 10, true],
])(
	'an event with %d errors at %d signals is compared with earlier ones: %s',
	(count, size, expected) => {
		const [error] = event('error-resolved').errors;
		if (!error) throw new Error('The event has no error');
		const signals = Array.from({ length: size }, (_signal, index) => ({ code: `a-${index}` }));
		const errors = Array.from({ length: count }, (_error, index) => ({
			...error,
			type: 'COMPATIBILITY',
			code: `C-${index}`,
			signals,
		}));

		expect(errorsAreJudged({ ...event('error-resolved'), errors }, parameters({}))).toBe(expected);
	},
);
