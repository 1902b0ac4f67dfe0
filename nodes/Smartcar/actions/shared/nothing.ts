import { z } from 'zod';
import { open } from './schema';

/** An answer that has nothing to say beyond its status: empty, or an object, but no text such as a web page. */
export const nothing = z.union([z.literal(''), z.null(), z.undefined(), open({})]);
