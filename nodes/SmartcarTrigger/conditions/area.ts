/** Mean radius of the earth, in meters. */
const EARTH_RADIUS = 6_371_008.8;

export interface Position {
	/** Degrees, north is positive. */
	latitude: number;
	/** Degrees, east is positive. */
	longitude: number;
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Meters between two positions along the surface of the earth (haversine formula). */
export function distanceBetween(from: Position, to: Position): number {
	const latitudes = toRadians(to.latitude - from.latitude);
	const longitudes = toRadians(to.longitude - from.longitude);
	const halfChord =
		Math.sin(latitudes / 2) ** 2 +
		Math.cos(toRadians(from.latitude)) *
			Math.cos(toRadians(to.latitude)) *
			Math.sin(longitudes / 2) ** 2;
	return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(halfChord)));
}
