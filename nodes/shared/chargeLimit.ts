import type { IDataObject } from 'n8n-workflow';
import { isObject } from './isObject';

/**
 * The charge limits in the body of the signal `charge-chargelimits`. Some apply to one place only.
 * See docs/contributing/smartcar-api.md#signals.
 */
export const chargeLimitsIn = ({ values }: IDataObject): IDataObject[] => {
	const limits: unknown[] = Array.isArray(values) ? values : [];
	return limits.filter(isObject);
};

const appliesEverywhere = ({ type }: IDataObject) => String(type).toUpperCase() === 'GLOBAL';

/** The charge limit that applies everywhere. */
const globalLimitIn = (body: IDataObject): IDataObject | undefined =>
	chargeLimitsIn(body).find(appliesEverywhere);

/**
 * The battery level at which the vehicle stops charging. If the body does not say it, the result is
 * its `activeLimit`: null or undefined.
 */
export const currentLimitIn = (body: IDataObject): unknown =>
	body.activeLimit ?? globalLimitIn(body)?.limit ?? body.activeLimit;
