import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { isServiceError, serviceErrorCode, toNodeError } from '../../transport/errors/nodeError';
import type { ApiRequest } from '../../transport/request';
import {
	addHeadersOption,
	commandOptionsField,
	simplifyFields,
	userOption,
} from '../shared/common.descriptions';
import { commandTimes, executeCommand } from '../shared/commandExecution';
import type { ChoiceField, InputItem } from '../shared/inputItem';
import { vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import { withHeaders } from '../shared/output';
import { readAddHeaders, readChoiceOption, readSimplify } from '../shared/parameters';
import { sendForUser } from '../shared/userOfVehicle';

interface CommandOptions {
	/** The segments after `/vehicles/{vehicleId}/commands`. */
	path: string[];
	/** The permission that a user of the vehicle must have granted. */
	permission: string;
	/** The parameters of the command, if it has any. */
	fields?: INodeProperties[];
	/** Reads the attributes of the request body. A command without them has no body. */
	readAttributes?: (item: InputItem) => IDataObject;
	/** Set if Smartcar has error codes for a vehicle that is already in the wanted state. */
	alreadyDone?: AlreadyDone;
}

/** How a command recognizes that the vehicle is already in the wanted state, and its option. */
interface AlreadyDone {
	/** The name of the option, such as If Already Charging. */
	displayName: string;
	/** The end of "What to do if …" in the description, such as `the vehicle is already charging`. */
	state: string;
	/** Codes of errors with the type VEHICLE_STATE. */
	codes: string[];
}

const ifAlreadyDoneOption = ({
	displayName,
	state,
}: AlreadyDone): ChoiceField<'fail' | 'succeed'> => ({
	displayName,
	name: 'ifAlreadyDone',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'The node fails' },
		{
			name: 'Succeed',
			value: 'succeed',
			description: "The node returns an item with 'alreadyDone' set to true",
		},
	],
	default: 'succeed',
	description: `What to do if ${state}`,
});

/** Reads which error codes count as a success. */
function readAcceptedCodes(item: InputItem, alreadyDone: AlreadyDone): string[] {
	const option = ifAlreadyDoneOption(alreadyDone);
	const choice = readChoiceOption(item, option, ['succeed', 'fail']);
	return choice === 'succeed' ? alreadyDone.codes : [];
}

/** What takes the place of a response if the vehicle is already in the wanted state. */
const ALREADY_DONE = {
	execution: undefined,
	document: { alreadyDone: true },
	headers: {},
};

/**
 * Executes a command. An error with an accepted code becomes `ALREADY_DONE`, without an execution.
 */
async function executeUnlessAlreadyDone(
	client: SmartcarClient,
	request: ApiRequest,
	acceptedCodes: string[],
) {
	try {
		return await executeCommand(client, request);
	} catch (error) {
		const isAlreadyDone =
			isServiceError(error, 'VEHICLE_STATE') && acceptedCodes.includes(serviceErrorCode(error));
		if (isAlreadyDone) return ALREADY_DONE;
		throw toNodeError(client.details(request).node, error);
	}
}

/**
 * Defines a command to a vehicle. It returns the result of the command. The response does not
 * contain the new state of the vehicle. See docs/contributing/smartcar-api.md#commands.
 */
export function defineCommand(options: CommandOptions): Operation {
	const { path, permission, fields = [], readAttributes, alreadyDone } = options;
	const specificOptions = alreadyDone ? [ifAlreadyDoneOption(alreadyDone)] : [];
	return {
		properties: [
			vehicleLocator.field,
			...fields,
			...simplifyFields,
			commandOptionsField(addHeadersOption, userOption, ...specificOptions),
		],
		async execute(item, client) {
			const vehicleId = vehicleLocator.read(item);
			const attributes = readAttributes?.(item);
			const simplify = readSimplify(item);
			const addHeaders = readAddHeaders(item);
			const acceptedCodes = alreadyDone ? readAcceptedCodes(item, alreadyDone) : [];
			const send = async (userId: string) => {
				const request: ApiRequest = {
					method: 'POST',
					host: 'signalsUrl',
					path: ['vehicles', vehicleId, 'commands', ...path],
					headers: { 'sc-user-id': userId },
					body: attributes && { data: { attributes } },
				};
				return { userId, ...(await executeUnlessAlreadyDone(client, request, acceptedCodes)) };
			};
			const target = { vehicleId, permission };
			const response = await sendForUser(item, client, target, send);
			const { execution, document, headers, userId } = response;
			const simplified = {
				command: execution?.attributes.commandType ?? path.join('-'),
				status: execution?.attributes.status.value ?? 'SUCCESS',
				...(alreadyDone && { alreadyDone: execution === undefined }),
				...commandTimes(execution),
				vehicleId,
				userId,
				executionId: execution?.id ?? null,
			};
			return [withHeaders(simplify ? simplified : document, headers, addHeaders)];
		},
	};
}
