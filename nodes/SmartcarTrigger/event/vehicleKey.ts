import { modeOf } from './filter';
import type { SmartcarEvent } from './types';

/**
 * The vehicle whose memory an event reads and changes. Test payloads have a memory of their own,
 * because one of the dashboard can name a real vehicle, and must not change what is reported of it.
 * A vehicle without an ID is known by its user and by what it is.
 */
export function vehicleKey(event: SmartcarEvent): string {
	const { user, vehicle } = event;
	const id = vehicle.id ?? [user.id, vehicle.make, vehicle.model, vehicle.year].join(' ');
	return modeOf(event).toUpperCase() === 'TEST' ? `test ${id}` : id;
}
