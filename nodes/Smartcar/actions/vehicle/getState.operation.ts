import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { toNodeError } from '../../transport/errors/nodeError';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import type { Connection } from '../shared/connectionSchema';
import {
	emptyHint,
	readConnections,
	readVehicleModes,
	userIdOf,
	vehicleIdOf,
	vehicleModeField,
	type Mode,
} from '../shared/connections';
import { toFailedResult, type FailedResult } from '../shared/errorItem';
import type { ChoiceField, InputItem } from '../shared/inputItem';
import { userLocator, vehicleLocator } from '../shared/locators';
import { mapConcurrently } from '../shared/mapConcurrently';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readChoice, readUserOption } from '../shared/parameters';
import { chooseConnection, chooseUser, unknownUserError } from '../shared/userOfVehicle';
import { simplifyVehicleSummary, type VehicleSummary } from '../shared/vehicleSummary';
import {
	defineIfNoSignals,
	NONE_READABLE,
	NOT_COLLECTED,
	NOT_SENT,
	readIfNoSignals,
	reportNoSignals,
	type IfNoSignals,
} from '../signal/noSignals';
import { requestSignals, signalRequest } from '../signal/signalRequest';
import { isReadable } from '../signal/simplify';
import { isRowSignal, STATE_PERMISSIONS, toStateRow } from './stateRow';
import { tireBodyOf, warnOfUncertainTireUnit } from './tireHints';

const vehiclesField: ChoiceField<'allConnected' | 'one'> = {
	displayName: 'Vehicles',
	name: 'vehicles',
	type: 'options',
	options: [
		{
			name: 'All Connected',
			value: 'allConnected',
			description: 'One item for each connected vehicle, with one request for each',
		},
		{ name: 'One Vehicle', value: 'one', description: 'One item for the chosen vehicle' },
	],
	default: 'one',
	description: 'Which vehicles to read',
};

const ifNoSignalsOption = defineIfNoSignals(
	'What to do if Smartcar has no signals for a vehicle, usually because it is not subscribed, or could not read any of those in the row',
	"The node succeeds and shows a hint. The values in the vehicle's row are null.",
);

export const properties: INodeProperties[] = [
	vehiclesField,
	{ ...vehicleLocator.field, displayOptions: { show: { vehicles: ['one'] } } },
	{ ...vehicleModeField, displayOptions: { show: { vehicles: ['allConnected'] } } },
	optionsField(
		addHeadersOption,
		ifNoSignalsOption,
		userLocator.option(
			'The user who connected the vehicle. With All Connected, only the vehicles of this user are read.',
		),
	),
];

/** A vehicle whose signals are read for a user. */
interface VehicleToRead {
	vehicleId: string;
	/** Undefined if neither a connection of the vehicle nor the option User names one. */
	userId: string | undefined;
	/** From the connection. Undefined if none was read, because the option User names the user. */
	summary: VehicleSummary;
}

const summaryOf = (connection: Connection | undefined): VehicleSummary =>
	connection?.attributes?.vehicle;

/**
 * Lists each connected vehicle once, with the user who has granted the most permissions that are
 * needed.
 */
async function listVehicles(
	item: InputItem,
	client: SmartcarClient,
	modes: Mode[],
): Promise<VehicleToRead[]> {
	const selectedId = readUserOption(item, { isFilter: true });
	const filters = selectedId === undefined ? {} : { 'filter[userId]': selectedId };
	const vehicles = await readConnections(client, modes, filters, vehicleIdOf);
	return vehicles.map(([vehicleId, listedConnections]) => {
		const connections = listedConnections.map(({ connection }) => connection);
		const connection = chooseConnection(connections, STATE_PERMISSIONS) ?? connections[0];
		const userId = (connection && userIdOf(connection)) ?? selectedId;
		return { vehicleId, userId, summary: summaryOf(connection) };
	});
}

/** The make, model and year of a vehicle, as far as they are known. */
function knownNames(summary: VehicleSummary): IDataObject {
	const { make, model, year } = simplifyVehicleSummary(summary);
	return {
		...(make !== null && { make }),
		...(model !== null && { model }),
		...(year !== null && { year }),
	};
}

interface RowOptions {
	addHeaders: boolean;
	ifNoSignals: IfNoSignals;
}

/** Reads the signals of a vehicle as a row. */
async function readRow(
	item: InputItem,
	client: SmartcarClient,
	{ vehicleId, userId, summary: connectionSummary }: VehicleToRead,
	{ addHeaders, ifNoSignals }: RowOptions,
): Promise<IDataObject> {
	if (userId === undefined) throw unknownUserError(item, vehicleId);
	const request = signalRequest(vehicleId, userId);
	const { signals, isComplete, included, headers } = await requestSignals(client, request);
	const rowSignals = signals.filter(isRowSignal);
	if (!rowSignals.some(isReadable)) {
		const noneSent = signals.length === 0 ? NOT_COLLECTED : NONE_READABLE;
		const reason = rowSignals.length === 0 && !isComplete ? NOT_SENT : noneSent;
		reportNoSignals(item, client, vehicleId, { reason, ifNoSignals });
	}
	const summary = simplifyVehicleSummary(included?.vehicle?.attributes, connectionSummary);
	const row = toStateRow(signals, summary, { vehicleId, userId, isComplete });
	warnOfUncertainTireUnit(client, vehicleId, tireBodyOf(signals));
	return withHeaders(row, headers, addHeaders);
}

/** Reads all connected vehicles, several at once. One that cannot be read is a failed result. */
async function readAllVehicles(
	item: InputItem,
	client: SmartcarClient,
	options: RowOptions,
): Promise<Array<IDataObject | FailedResult>> {
	const { limiter } = client;
	const modes = readVehicleModes(item);
	const vehicles = await listVehicles(item, client, modes);
	const readVehicle = async (index: number) => {
		const vehicle = vehicles[index];
		if (vehicle === undefined) return [];
		limiter.throwIfStopped();
		try {
			return [await readRow(item, client, vehicle, options)];
		} catch (error) {
			const nodeError = toNodeError(item.node, error, item.index);
			// The error is thrown only after the requests for the other vehicles have ended.
			if (!item.context.continueOnFail()) limiter.stop(nodeError);
			const { vehicleId, summary } = vehicle;
			const fields = { vehicleId, ...knownNames(summary) };
			return [toFailedResult(item, nodeError, fields)];
		}
	};
	const rows = await mapConcurrently(vehicles.length, limiter.maxConcurrent, readVehicle);
	if (vehicles.length === 0) client.hints.addMessage(emptyHint('vehicles', modes));
	return rows.flat();
}

/** `GET /vehicles/{vehicleId}/signals` for one vehicle, or for all of `GET /connections`. */
export const execute: Operation['execute'] = async (item, client) => {
	const vehicles = readChoice(item, vehiclesField);
	const options = {
		addHeaders: readAddHeaders(item),
		ifNoSignals: readIfNoSignals(item, ifNoSignalsOption),
	};
	if (vehicles === 'allConnected') return await readAllVehicles(item, client, options);
	const vehicleId = vehicleLocator.read(item);
	const user = await chooseUser(item, client, vehicleId, STATE_PERMISSIONS);
	const vehicle = { vehicleId, userId: user.userId, summary: summaryOf(user.connection) };
	return [await readRow(item, client, vehicle, options)];
};
