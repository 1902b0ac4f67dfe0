import type { INodeProperties } from 'n8n-workflow';
import { conditions } from './conditions';
import { filters } from './filters';
import { options } from './options';

/**
 * The choices of *Events* for which the event itself becomes an item. *Condition Met* has items of
 * its own.
 */
const EVENTS_WITH_ITEM = ['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'];

/** All parameters, in the order of the form. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'Fill in the fields below and publish the workflow. Then open <b>Webhook URLs</b> above, and enter the <b>production URL</b> as the callback URI of a webhook in the <a href="https://dashboard.smartcar.com" target="_blank">Smartcar dashboard</a>. Verify the webhook there, and subscribe your vehicles to it. The <b>test URL</b> is for a second webhook, and answers only while you listen for a test event.',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		noDataExpression: true,
		options: [
			{
				name: 'Condition Met',
				value: 'CONDITION_MET',
				description:
					'A value has crossed a limit or changed, or a vehicle has entered or left an area',
			},
			{
				name: 'Vehicle Error',
				value: 'VEHICLE_ERROR',
				description: 'A vehicle cannot be read, or can be read again',
			},
			{
				name: 'Vehicle State',
				value: 'VEHICLE_STATE',
				description:
					'A signal of a vehicle has changed, or a vehicle was subscribed to the webhook',
			},
			{
				name: 'Any Other Event',
				value: 'OTHER',
				description:
					'Any other type of event, including vehicle data from version 2.0 webhooks, which are available until December 1, 2026. For version 3 webhooks, select Vehicle State. With Simplify, the field raw contains the whole event.',
			},
		],
		default: ['VEHICLE_ERROR', 'VEHICLE_STATE'],
		description:
			'Which events start the workflow. Others are acknowledged and ignored. If you remove an event, the conditions, filters and settings that belong to it are removed, too.',
	},
	conditions,
	{
		displayName:
			'Each item of Condition Met has a <b>message</b> that the next node can send as it is, such as: 2021 Tesla Model 3: front left tire is at 178 kPa (25.8 psi), below 200 kPa. Items of Vehicle State have none.',
		name: 'messageNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: ['CONDITION_MET'] } },
	},
	{
		displayName: 'Only When an Error Starts or Ends',
		name: 'onlyOnChange',
		type: 'boolean',
		default: true,
		description:
			'Whether to start the workflow only when a vehicle error starts or ends, not each time Smartcar repeats it. An error that Smartcar keeps reporting starts the workflow again every other day.',
		displayOptions: { show: { events: ['VEHICLE_ERROR'] } },
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { show: { events: EVENTS_WITH_ITEM } },
	},
	{
		displayName: 'One Item Per',
		name: 'itemPer',
		type: 'options',
		options: [
			{
				name: 'Event',
				value: 'event',
				description: 'One item for the event, with its signals or errors',
			},
			{
				name: 'Signal or Error',
				value: 'entry',
				description:
					'One item for each signal of a Vehicle State event, or for each error of a Vehicle Error event',
			},
		],
		default: 'event',
		description:
			'How many items to return for an event. With Signal or Error, only those that match the filters get an item.',
		displayOptions: { show: { events: EVENTS_WITH_ITEM, simplify: [true] } },
	},
	{
		displayName:
			'Anyone who knows the URL can now start this workflow with a forged event. Turn off Verify Signature only to find out why signatures do not match.',
		name: 'signatureNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.verifySignature': [false] } },
	},
	filters,
	options,
];
