import { settings } from './events';

test('an untouched node emits one simplified item per event, acknowledges when stored, and filters nothing', () => {
	const { events, filters, ...rest } = settings();

	expect(events).toEqual(['VEHICLE_STATE', 'VEHICLE_ERROR']);
	expect(rest).toEqual({
		acknowledge: 'onReceived',
		itemPer: 'event',
		options: {
			combineEvents: false,
			onlyOnChange: false,
			outOfOrder: 'emit',
			rememberedEvents: 1_000,
			verifySignature: true,
		},
		simplify: true,
	});
	expect(
		Object.values(filters)
			.flat()
			.filter((value) => value !== 'changed' && value !== false),
	).toEqual([]);
});

test('lists are read from the editor and from text with commas, without regard to case', () => {
	const { filters } = settings({
		filters: { signalCodes: ['Wheel-Tires'], vehicleIds: ' a , B,, ' },
	});

	expect(filters).toMatchObject({ signalCodes: ['wheel-tires'], vehicleIds: ['a', 'b'] });
});

test.each([
	[{ filters: { vehicleIds: { id: 1 } } }, 'filters → vehicleIds'],
	[{ options: { outOfOrder: 'sort' } }, 'options → outOfOrder'],
	[{ options: { rememberedEvents: 0 } }, 'options → rememberedEvents'],
	[{ events: 'VEHICLE_STATE' }, 'events'],
	[{ acknowledge: 'never' }, 'acknowledge'],
])('names the parameter that an expression got wrong: %j', (parameters, name) => {
	expect(() => settings(parameters)).toThrow(`'${name}' is not usable`);
});
