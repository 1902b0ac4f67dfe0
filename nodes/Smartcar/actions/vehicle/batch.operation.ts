import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/api';
import { subRequestError } from '../../transport/errors';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	simplifyField,
	unitSystemOption,
	userIdOption,
	vehicleField,
} from '../common.descriptions';
import { readSwitch } from '../options';
import { badParameter, readFlag, readId } from '../parameters';
import { renderBatch, summarizeFailures } from './batch-output';
import { KNOWN_PATHS, readPaths } from './batch-paths';
import { batchRequest, requestBatch } from './batch-request';

const properties: INodeProperties[] = [
	endOfV2Notice,
	vehicleField,
	{
		displayName: 'Paths',
		name: 'paths',
		type: 'multiOptions',
		options: KNOWN_PATHS,
		default: ['/odometer'],
		description: "What to read from the vehicle. Each path counts against the vehicle's request limit.",
	},
	{
		displayName: 'Additional Paths',
		name: 'additionalPaths',
		type: 'string',
		default: '',
		placeholder: 'e.g. /tesla/speedometer, /tesla/compass',
		description: 'Further paths that the list above lacks, comma-separated',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'One Item per Path',
				value: 'separate',
				description: 'What came of each path as an item of its own',
			},
			{
				name: 'One Item per Vehicle',
				value: 'combined',
				description: 'What came of all paths, by path, in one item',
			},
		],
		default: 'separate',
	},
	simplifyField,
	optionsField(
		addHeadersOption,
		{
			displayName: 'Fail On Sub-Request Error',
			name: 'failOnSubRequestError',
			type: 'boolean',
			default: false,
			description: 'Whether the item fails when a path could not be read, instead of telling so in the output',
		},
		unitSystemOption,
		userIdOption,
	),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['batch'] } },
	properties,
);

function readOutput(context: IExecuteFunctions, item: number): boolean {
	const value: unknown = context.getNodeParameter('output', item, 'separate');
	if (value === 'separate' || value === 'combined') return value === 'combined';
	throw badParameter(context, item, 'Output', 'separate or combined', value);
}

/** `POST /v2.0/vehicles/{id}/batch` (spec): several paths of a vehicle in one request, each judged by itself. */
export async function execute(this: IExecuteFunctions, item: number, api: SmartcarApi): Promise<IDataObject[]> {
	const vehicleId = readId(this, item, 'vehicleId', 'Vehicle');
	const paths = readPaths(this, item);
	const output = {
		combined: readOutput(this, item),
		simplify: readFlag(this, item, 'simplify', 'Simplify'),
		withHeaders: readSwitch(this, item, 'addResponseHeaders', 'Add Response Headers'),
	};
	const failOnError = readSwitch(this, item, 'failOnSubRequestError', 'Fail On Sub-Request Error');
	const results = await requestBatch(api, vehicleId, paths);
	const summary = failOnError ? summarizeFailures(results) : undefined;
	if (summary === undefined) return renderBatch(results, vehicleId, output);
	const { code, error, retryAfterMs } = results.find((result) => result.error !== undefined) ?? {};
	throw subRequestError(api.origin(batchRequest(vehicleId, paths)), summary, {
		status: code ?? 502,
		error: error ?? {},
		retryAfterMs,
	});
}
