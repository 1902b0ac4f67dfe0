import { hashOf } from '../../shared/hashOf';
import { modeOf } from './filter';
import type { SmartcarEvent } from './types';

/** Smartcar's IDs have 36 characters. A longer text than this is hashed to save space. */
const MAX_ID_LENGTH = 200;

/**
 * The key under which the trigger remembers what it knows about the vehicle of an event. Test
 * payloads have keys of their own, because one from the dashboard can name a real vehicle. Without
 * an ID, a vehicle is identified by its user, make, model and year.
 */
export function vehicleKey(event: SmartcarEvent): string {
	const { user, vehicle } = event;
	const text = vehicle.id ?? [user.id, vehicle.make, vehicle.model, vehicle.year].join(' ');
	const id = text.length > MAX_ID_LENGTH ? hashOf(text) : text;
	return modeOf(event).toUpperCase() === 'TEST' ? `test ${id}` : id;
}
