import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { SmartcarApi } from '../../transport/client';
import { subRequestError } from '../../transport/errors/httpError';
import {
	addHeadersOption,
	endOfV2Notice,
	optionsField,
	unitSystemOption,
	userOption,
} from '../shared/common.descriptions';
import { vehicleLocator } from '../shared/locators';
import { readAddHeaders, readSwitch } from '../shared/options';
import { readSimplify, simplifyFields } from '../shared/output';
import { badParameter } from '../shared/parameters';
import { renderBatch, summarizeFailures } from './batchOutput';
import { KNOWN_PATHS, readPaths } from './batchPaths';
import { batchRequest, requestBatch } from './batchRequest';

const replacedBy = 'Signal: Get Many reads all signals of a vehicle at once in v3.';

const properties: INodeProperties[] = [
	endOfV2Notice(replacedBy),
	vehicleLocator.field,
	{
		displayName: 'Paths',
		name: 'paths',
		type: 'multiOptions',
		options: KNOWN_PATHS,
		default: ['/odometer'],
		description:
			"What to read from the vehicle. Each path counts against the vehicle's request limit.",
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
		displayName: 'Items',
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
	...simplifyFields,
	optionsField(
		addHeadersOption,
		{
			displayName: 'Fail On Sub-Request Error',
			name: 'failOnSubRequestError',
			type: 'boolean',
			default: false,
			description:
				'Whether the item fails when a path could not be read, instead of telling so in the output',
		},
		unitSystemOption,
		userOption,
	),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['vehicle'], operation: ['batch'] } },
	properties,
);

function readOutput(context: IExecuteFunctions, item: number): boolean {
	const value: unknown = context.getNodeParameter('output', item, 'separate');
	if (value === 'separate' || value === 'combined') return value === 'combined';
	throw badParameter(context, item, 'Items', 'separate or combined', value);
}

/** `POST /v2.0/vehicles/{id}/batch` (spec): several paths of a vehicle in one request, each judged by itself. */
export async function execute(
	this: IExecuteFunctions,
	item: number,
	api: SmartcarApi,
): Promise<IDataObject[]> {
	const vehicleId = vehicleLocator.read(this, item);
	const paths = readPaths(this, item);
	const output = {
		combined: readOutput(this, item),
		simplify: readSimplify(this, item),
		withHeaders: readAddHeaders(this, item),
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
