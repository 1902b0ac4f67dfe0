/**
 * A make as filters compare it, without separators and accents: Smartcar can send `LAND_ROVER` and
 * `SKODA` for Land Rover and Škoda.
 */
export const normalizeMake = (make: string): string =>
	make.normalize('NFD').replace(/[\s_\-\p{M}]/gu, '');
