/** The mean radius of the earth. */
const EARTH_RADIUS_METERS = 6_371_008.8;

export interface Position {
	/** Degrees, north is positive. */
	latitude: number;
	/** Degrees, east is positive. */
	longitude: number;
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance in meters along the surface of the earth, by the haversine formula. */
export function distanceBetween(from: Position, to: Position): number {
	const latitudeChange = toRadians(to.latitude - from.latitude);
	const longitudeChange = toRadians(to.longitude - from.longitude);
	const haversine =
		Math.sin(latitudeChange / 2) ** 2 +
		Math.cos(toRadians(from.latitude)) *
			Math.cos(toRadians(to.latitude)) *
			Math.sin(longitudeChange / 2) ** 2;
	return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
