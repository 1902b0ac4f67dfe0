import type { IDataObject } from 'n8n-workflow';
import { KNOWN_SIGNALS } from '../../../../../nodes/shared/knownSignals';
import { errorEntry, errorEvent } from './errors/vehicleErrors';
import { eventWith, signal, SimulatedN8n } from '../simulatedN8n';
import { CHARGE, charge, settings } from './chargeSeries';

const LOCKED = 'closure-islocked';
const GEAR = 'transmission-gearstate';
const ODOMETER = 'odometer-traveleddistance';
const TIRES = 'wheel-tires';

const read = (code: string, body: IDataObject) => eventWith([signal(code, body)]);
const tires = [180, 190].map((tirePressure, column) => ({ row: 0, column, tirePressure }));

const belowCharge = (value: number) => ({ signal: CHARGE, when: 'below', value, unit: '%' });
const lowTires = { signal: TIRES, when: 'below', value: 200, unit: 'kPa' };
const every = { signal: ODOMETER, when: 'every', value: 10_000, unit: 'km' };

test.each<[count: number, what: string, rows: IDataObject[], event: IDataObject]>([
	[2, 'a condition that is met, one of them for the vehicle', [belowCharge(20)], charge(15)],
	[3, 'two conditions that are met', [20, 30].map(belowCharge), charge(15)],
	[3, 'a condition that two tires meet', [lowTires], read(TIRES, { values: tires, unit: 'kPa' })],
	[0, 'a condition that is not met', [belowCharge(10)], charge(15)],
	[6, 'Changes of a text', [{ signal: GEAR, when: 'changes' }], read(GEAR, { value: 'PARK' })],
	[2, 'Changes of a boolean', [{ signal: LOCKED, when: 'changes' }], read(LOCKED, { value: true })],
	[3, 'Every', [every], read(ODOMETER, { value: 12_345, unit: 'km' })],
])("after one event n8n's database has %i entries of %s", async (count, _what, values, event) => {
	const n8n = new SimulatedN8n(settings(...values));

	await n8n.deliver(event);

	expect(n8n.store.entries.workflow).toHaveLength(count);
});

const KNOWN_CODES = KNOWN_SIGNALS.map(({ code }) => code);
const notCapable = (signals: string[]) => errorEntry('ERROR', { type: 'COMPATIBILITY', signals });

test.each<[count: number, what: string, error: IDataObject]>([
	[2, 'an error', errorEntry('ERROR')],
	[1, 'a resolved error', errorEntry('RESOLVED')],
	[4, 'an error at two signals', notCapable(KNOWN_CODES.slice(0, 2))],
	[2, 'an error at eleven signals', notCapable(KNOWN_CODES.slice(0, 11))],
])("after one event n8n's database has %i entries of %s", async (count, _what, error) => {
	const n8n = new SimulatedN8n({ events: ['VEHICLE_ERROR'] });

	await n8n.deliverErrors(errorEvent([error]));

	expect(n8n.store.entries.workflow).toHaveLength(count);
});
