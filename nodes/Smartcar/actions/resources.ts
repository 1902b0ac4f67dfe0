import type { INodeProperties } from 'n8n-workflow';
import * as chargeSchedule from './chargeSchedule';
import * as command from './command';
import * as compatibleVehicle from './compatibleVehicle';
import * as connection from './connection';
import type { Operation } from './shared/operation';
import * as signal from './signal';
import * as subscription from './subscription';
import * as user from './user';
import * as vehicle from './vehicle';
import * as webhook from './webhook';

interface Resource {
	/** The parameter Operation. */
	operationField: INodeProperties;
	/** The operations, by the value of Operation. */
	operations: Record<string, Operation>;
}

/** The resources, by the value of the parameter Resource. */
export const resources: Record<string, Resource> = {
	chargeSchedule,
	command,
	compatibleVehicle,
	connection,
	signal,
	subscription,
	user,
	vehicle,
	webhook,
};
