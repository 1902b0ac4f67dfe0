import type { IDataObject } from 'n8n-workflow';

/** An entry of the `errors` of an event. Without signals it is about the whole vehicle. */
export const errorEntry = (state: string, changes: IDataObject = {}): IDataObject => ({
	type: 'VEHICLE_STATE',
	code: 'ASLEEP',
	state,
	...changes,
});

/** An event of the type VEHICLE_ERROR with these entries. */
export const errorEvent = (
	errors: IDataObject[],
	vehicleId = 'v-1',
	userId = 'u-1',
): IDataObject => ({
	eventType: 'VEHICLE_ERROR',
	data: { user: { id: userId }, vehicle: { id: vehicleId }, errors },
});
