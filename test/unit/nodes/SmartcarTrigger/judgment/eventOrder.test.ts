import { isOlder, orderAfter } from '../../../../../nodes/SmartcarTrigger/judgment/eventOrder';

const [EARLY, LATE] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'];

test.each([
	{ order: 1, latest: 2, older: true, after: 1 },
	{ order: 2, latest: 2, older: false, after: 2 },
	{ order: EARLY, latest: LATE, older: true, after: EARLY },
	{ order: LATE, latest: EARLY, older: false, after: LATE },
	// A sequence and a time cannot be compared, and a sequence stays.
	{ order: EARLY, latest: 2, older: false, after: 2 },
	{ order: 1, latest: LATE, older: false, after: 1 },
	{ order: undefined, latest: LATE, older: false, after: LATE },
	{ order: EARLY, latest: undefined, older: false, after: EARLY },
])(
	'$order is older than $latest: $older. The next one is compared with $after',
	({ order, latest, older, after }) => {
		expect(isOlder(order, latest)).toBe(older);
		expect(orderAfter(order, latest)).toBe(after);
	},
);
