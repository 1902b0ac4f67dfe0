import { modeOf } from './filter';
import type { SmartcarEvent } from './types';

/**
 * Identifies the vehicle whose memory an event uses. Test payloads have a memory of their own,
 * because one from the dashboard can name a real vehicle. Without an ID, a vehicle is identified by
 * its user, make, model and year.
 */
export function vehicleKey(event: SmartcarEvent): string {
	const { user, vehicle } = event;
	const id = vehicle.id ?? [user.id, vehicle.make, vehicle.model, vehicle.year].join(' ');
	return modeOf(event).toUpperCase() === 'TEST' ? `test ${id}` : id;
}
