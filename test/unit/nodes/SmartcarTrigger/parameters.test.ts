import { parameters } from './events';

test('a new node returns one simplified item per event, replies once stored, and filters nothing', () => {
	const { events, filters, ...others } = parameters();

	expect(events).toEqual(['VEHICLE_STATE', 'VEHICLE_ERROR']);
	expect(others).toEqual({
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
	expect(filters).toEqual({
		errorCodes: [],
		otherErrorCodes: [],
		errorStates: [],
		errorTypes: [],
		makes: [],
		modes: [],
		signalCodes: [],
		otherSignalCodes: [],
		signalMatch: 'changed',
		skipFirstDeliveries: false,
		vehicleIds: [],
		vehicleModes: [],
		webhookIds: [],
	});
});

test('reads lists and comma-separated text, in lower case', () => {
	const { filters } = parameters({
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
])('names the parameter with a wrong value: %j', (changes, name) => {
	expect(() => parameters(changes)).toThrow(`'${name}' is not valid`);
});
