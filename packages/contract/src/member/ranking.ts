import * as z from 'zod/mini';
import { variantsOf } from '../wire/wire.ts';

/** A rank with its name in each language. */
export const ranking = z.object({ ranking_name: z.string(), ...variantsOf('ranking_name') });
export type Ranking = z.output<typeof ranking>;
