import { z } from 'zod';
import { open } from './open';
import { relationship, vehicleSummary } from './vehicle-summary';

/** Connection resource of the v3 API (service: connections), as far as the vehicle list needs it. */
export const connection = open({
	id: z.string().min(1),
	attributes: open({ vehicle: vehicleSummary.nullish() }).nullish(),
	relationships: open({ vehicle: relationship }),
});
