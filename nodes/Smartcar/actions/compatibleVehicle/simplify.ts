import type { IDataObject } from 'n8n-workflow';
import type { CompatibleVehicle } from './schema';

/**
 * A vehicle model as a flat object with the codes of its signals and commands. Missing values are
 * null.
 */
export function simplifyCompatibleVehicle({ id, attributes }: CompatibleVehicle): IDataObject {
	const { make, model, region, powertrainType, years } = attributes;
	const capabilities = attributes.capabilities ?? [];
	// The code of a signal or command is in `capability`.
	// See docs/contributing/smartcar-api.md#compatible-vehicles.
	const codes = (capabilityType: string) =>
		capabilities
			.filter(({ type }) => type === capabilityType)
			.map(({ capability, code }) => capability ?? code ?? null);
	return {
		make: make ?? null,
		model: model ?? null,
		firstYear: years?.start ?? null,
		lastYear: years?.end ?? null,
		region: region ?? null,
		powertrainType: powertrainType ?? null,
		signals: codes('signal'),
		commands: codes('command'),
		id,
	};
}
