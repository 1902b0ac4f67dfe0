import type { INodeProperties, NodeApiError } from 'n8n-workflow';
import type { SmartcarClient } from '../../transport/client';
import { subRequestError } from '../../transport/errors/httpError';
import type { ApiRequest } from '../../transport/request';
import { readApiVersion, versionFields } from '../shared/apiVersion';
import {
	addHeadersOption,
	optionsField,
	simplifyFields,
	unitSystemOption,
	versionedUserOption,
} from '../shared/common.descriptions';
import type { ChoiceField } from '../shared/inputItem';
import { vehicleLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';
import {
	readAddHeaders,
	readBooleanOption,
	readChoice,
	readSimplify,
	readUnitSystem,
} from '../shared/parameters';
import { describeFailures, toBatchOutput } from './batchOutput';
import { additionalPathsField, pathsField, readPaths } from './batchPaths';
import { batchRequest, failedResults, requestBatch, type SubResult } from './batchRequest';
import { readBatchFromV3 } from './v3Batch';

const itemsPerField: ChoiceField<'separate' | 'combined'> = {
	displayName: 'One Item Per',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Path',
			value: 'separate',
			description: 'The result of each path becomes an item',
		},
		{
			name: 'Vehicle',
			value: 'combined',
			description: 'One item holds the results of all paths, by path',
		},
	],
	default: 'separate',
};

const failOnPathErrorOption: INodeProperties = {
	displayName: 'Fail on Path Error',
	name: 'failOnSubRequestError',
	type: 'boolean',
	default: false,
	description:
		'Whether to fail if a path cannot be read. Otherwise, the output contains the error.',
};

export const properties: INodeProperties[] = [
	...versionFields,
	vehicleLocator.field,
	pathsField,
	additionalPathsField,
	itemsPerField,
	...simplifyFields,
	optionsField(addHeadersOption, failOnPathErrorOption, unitSystemOption, versionedUserOption),
];

/** The error of a batch in which paths failed. Undefined if all succeeded. */
function batchError(
	client: SmartcarClient,
	request: ApiRequest,
	results: SubResult[],
): NodeApiError | undefined {
	const message = describeFailures(results);
	const [first, ...others] = failedResults(results);
	if (message === undefined || first === undefined) return undefined;
	return subRequestError(client.details(request), message, {
		path: others.length > 0 ? first.path : undefined,
		status: first.code ?? 502,
		error: first.error ?? {},
		saysWhatToDo: first.saysWhatToDo,
		retryAfterMs: first.retryAfterMs,
	});
}

/**
 * Reads several paths of a vehicle with one request: with v3 all signals, with v2.0
 * `POST /v2.0/vehicles/{vehicleId}/batch`.
 * See docs/contributing/smartcar-api.md#batch.
 */
export const execute: Operation['execute'] = async (item, client) => {
	const vehicleId = vehicleLocator.read(item);
	const paths = readPaths(item);
	const itemsPer = readChoice(item, itemsPerField);
	const unitSystem = readUnitSystem(item);
	const outputOptions = {
		vehicleId,
		unitSystem,
		isCombined: itemsPer === 'combined',
		simplify: readSimplify(item),
		addHeaders: readAddHeaders(item),
	};
	const failOnPathError = readBooleanOption(item, failOnPathErrorOption);
	const isImperial = unitSystem === 'imperial';
	const { results, request } =
		readApiVersion(item, client) === 'v3'
			? await readBatchFromV3(item, client, { vehicleId, paths, isImperial })
			: {
					results: await requestBatch(client, vehicleId, paths),
					request: batchRequest(vehicleId, paths),
				};
	const error = failOnPathError ? batchError(client, request, results) : undefined;
	if (error !== undefined) throw error;
	return toBatchOutput(results, outputOptions);
};
