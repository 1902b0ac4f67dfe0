import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from './isAbsent';

/** The fields that have a value. */
export const withoutAbsent = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => !isAbsent(value)));
