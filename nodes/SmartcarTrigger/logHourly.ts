import { createLimitedLog } from './log';

/** For a reason that can recur with each event. */
export const logHourly = createLimitedLog(60 * 60 * 1000);
