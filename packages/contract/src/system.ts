import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';
import { timestamp, variantsOf } from './wire/wire.ts';

/** The maintenance fields of the specification, with their language variants. */
const maintenance = z.catchall(
  z.object({
    maintenance: z.boolean(),
    under_maintenance_title: z.optional(z.string()),
    under_maintenance_message: z.optional(z.string()),
    /** When it is planned to be over. */
    under_maintenance_until: z.optional(timestamp),
    ...variantsOf('under_maintenance_title'),
    ...variantsOf('under_maintenance_message'),
  }),
  z.unknown(),
);

export const systemMaintenance = defineCall({
  method: 'GET',
  path: 'system/maintenance',
  summary: 'Whether the service is under maintenance, and what to tell the members.',
  session: 'public',
  result: maintenance,
  refusals: [],
});

export const systemLanguages = defineCall({
  method: 'GET',
  path: 'system/languages',
  summary: 'The translation set per language code, operator overrides applied.',
  session: 'public',
  result: z.record(z.string(), z.record(z.string(), z.string())),
  refusals: [],
});

/** A few lines where `system/languages` is all of them: the app has the rest in its own files. */
export const systemTranslations = defineCall({
  method: 'GET',
  path: 'system/translations',
  summary: 'Operators’ own words over texts of the app, by language code; nothing where they have said nothing.',
  session: 'public',
  result: z.record(z.string(), z.record(z.string(), z.string())),
  refusals: [],
});

/** Which sources feed the figures; the app shows a badge on everything that derives from a simulated one. */
export const systemSources = defineCall({
  method: 'GET',
  path: 'system/sources',
  summary: 'Sources of hashrate, pool, network and market figures: simulated or real, and when they last answered.',
  session: 'public',
  result: z.object({
    hashrate: z.object({ simulated: z.boolean() }),
    pool: z.object({ simulated: z.boolean() }),
    network: z.object({
      simulated: z.boolean(),
      height: z.nullable(z.number()),
      bits: z.nullable(z.string()),
      difficulty: z.nullable(z.string()),
      at: z.nullable(z.string()),
    }),
    market: z.object({ simulated: z.boolean(), btc_price: z.nullable(z.string()), at: z.nullable(z.string()) }),
    pool_fee_ppm: z.number(),
  }),
  refusals: [],
});
