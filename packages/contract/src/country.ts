import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';

const country = z.object({
  country_id: z.number(),
  country_iso2: z.string(),
  country_name: z.string(),
  country_name_zh: z.string(),
  country_calling_code: z.string(),
  country_symbol: z.string(),
  /** The shared contract, bought or by voucher, is not available there. */
  country_shared_closed: z.boolean(),
});

export const countryAll = defineCall({
  method: 'GET',
  path: 'country/all',
  summary: 'Countries to choose from at sign-up.',
  session: 'public',
  result: z.object({ country: z.array(country) }),
  refusals: [],
});
