import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { toNodeError } from '../../transport/errors/nodeError';
import type { Connection } from '../connection/schema';
import { addHeadersOption, optionsField } from '../shared/common.descriptions';
import {
	emptyHint,
	readConnections,
	readVehicleModes,
	userIdOf,
	vehicleIdOf,
	vehicleModeField,
	type Mode,
} from '../shared/connections';
import { toFailedResult } from '../shared/errorItem';
import { userLocator, vehicleLocator } from '../shared/locators';
import { mapConcurrently } from '../shared/mapConcurrently';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readUserOption, toChoice } from '../shared/parameters';
import { chooseConnection, chooseUser, unknownUserError } from '../shared/userOfVehicle';
import { simplifyVehicleSummary, type VehicleSummary } from '../shared/vehicleSummary';
import {
	ifNoSignalsOption,
	NOT_COLLECTED,
	readIfNoSignals,
	reportNoSignals,
} from '../signal/noSignals';
import { requestSignals, signalRequest } from '../signal/signalRequest';
import { STATE_PERMISSIONS, toStateRow } from './stateRow';
import { tireBodyOf, warnOfUncertainTireUnit } from './tireHints';

const properties: INodeProperties[] = [
	{
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
	},
	{ ...vehicleLocator.field, displayOptions: { show: { vehicles: ['one'] } } },
	{ ...vehicleModeField, displayOptions: { show: { vehicles: ['allConnected'] } } },
	optionsField(
		addHeadersOption,
		ifNoSignalsOption(
			'What to do if Smartcar has no signals for a vehicle, usually because it is not subscribed',
			'The node succeeds and shows a hint. The values in the row of the vehicle are null.',
		),
		userLocator.option(
			'The user who connected the vehicle. With All Connected, only the vehicles of this user are read.',
		),
	),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['getState'] } },
	properties,
);

/** A vehicle, and the user to read it as. */
interface VehicleToRead {
	vehicleId: string;
	userId: string;
	/** Undefined if the connections were not read, because the option User names the user. */
	summary?: VehicleSummary;
}

const summaryOf = (connection: Connection | undefined): VehicleSummary =>
	connection?.attributes?.vehicle;

/** The user is undefined if neither a connection of the vehicle nor the option User names one. */
type ListedVehicle = Omit<VehicleToRead, 'userId'> & { userId: string | undefined };

/**
 * Lists each connected vehicle once, with the user who has granted the most permissions that are
 * needed.
 */
async function listVehicles(
	context: IExecuteFunctions,
	itemIndex: number,
	client: SmartcarClient,
	modes: Mode[],
): Promise<ListedVehicle[]> {
	const selectedId = readUserOption(context, itemIndex, { isFilter: true });
	const filters = selectedId === undefined ? {} : { 'filter[userId]': selectedId };
	const vehicles = await readConnections(client, modes, filters, vehicleIdOf);
	return vehicles.map(([vehicleId, listedConnections]) => {
		const connections = listedConnections.map(({ connection }) => connection);
		const connection = chooseConnection(connections, STATE_PERMISSIONS) ?? connections[0];
		const userId = (connection && userIdOf(connection)) ?? selectedId;
		return { vehicleId, userId, summary: summaryOf(connection) };
	});
}

/** What people call a vehicle, as far as it is known. */
function nameOf(summary: VehicleSummary): IDataObject {
	const { make, model, year } = simplifyVehicleSummary(summary);
	return {
		...(make !== null && { make }),
		...(model !== null && { model }),
		...(year !== null && { year }),
	};
}

/** Returns a function that reads the signals of a vehicle as a row. */
function rowReader(context: IExecuteFunctions, itemIndex: number, client: SmartcarClient) {
	const addHeaders = readAddHeaders(context, itemIndex);
	const ifNoSignals = readIfNoSignals(context, itemIndex);

	return async ({ vehicleId, userId, summary: ofConnection }: VehicleToRead) => {
		const request = signalRequest(vehicleId, userId);
		const { signals, included, headers } = await requestSignals(client, request);
		if (signals.length === 0) {
			const options = { reason: NOT_COLLECTED, ifNoSignals };
			reportNoSignals(context, itemIndex, client, vehicleId, options);
		}
		const summary = simplifyVehicleSummary(included?.vehicle?.attributes, ofConnection);
		const row = toStateRow(signals, summary, { vehicleId, userId });
		warnOfUncertainTireUnit(client, vehicleId, tireBodyOf(signals));
		return withHeaders(row, headers, addHeaders);
	};
}

/** `GET /vehicles/{vehicleId}/signals` for one vehicle, or for all of `GET /connections`. */
export const execute: Operation['execute'] = async function (itemIndex, client) {
	const value: unknown = this.getNodeParameter('vehicles', itemIndex, 'one');
	const vehicles = toChoice(this, itemIndex, 'Vehicles', value, ['allConnected', 'one']);
	const readRow = rowReader(this, itemIndex, client);

	if (vehicles === 'one') {
		const vehicleId = vehicleLocator.read(this, itemIndex);
		const user = await chooseUser(this, itemIndex, client, vehicleId, STATE_PERMISSIONS);
		const { userId, connection } = user;
		return [await readRow({ vehicleId, userId, summary: summaryOf(connection) })];
	}

	const modes = readVehicleModes(this, itemIndex);
	const listedVehicles = await listVehicles(this, itemIndex, client, modes);
	const { limiter } = client;
	const readVehicle = async (index: number) => {
		const vehicle = listedVehicles[index];
		if (vehicle === undefined) return [];
		const { vehicleId, userId, summary } = vehicle;
		limiter.throwIfStopped();
		try {
			if (userId === undefined) throw unknownUserError(this, itemIndex, vehicleId);
			return [await readRow({ vehicleId, userId, summary })];
		} catch (error) {
			const nodeError = toNodeError(this.getNode(), error, itemIndex);
			// The error is thrown only after the requests for the other vehicles have ended.
			if (!this.continueOnFail()) limiter.stop(nodeError);
			return [toFailedResult(this, itemIndex, nodeError, { vehicleId, ...nameOf(summary) })];
		}
	};
	const rows = await mapConcurrently(listedVehicles.length, limiter.maxConcurrent, readVehicle);
	if (listedVehicles.length === 0) client.hints.addMessage(emptyHint('vehicles', modes));
	return rows.flat();
};
