import { STANDINGS } from '@minerx/rules/machine-standing';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { text } from '../wire/wire.ts';
import { after, listOf } from './list.ts';

/** Most sites of the map; what is beyond is found in the list. */
export const FLEET_SITES = 500;

const count = z.number();
const standings = z.object({ silent: count, unseen: count, apart: count, new: count, even: count });

const site = z.object({
  site: z.string(),
  /** How many stand how. */
  standings,
  simulated: z.boolean(),
  /** Th/s: now, and in the mean of the newest settled day, measured and as the pool saw it. */
  now_ths: z.number(),
  measured_ths: z.number(),
  pool_ths: z.number(),
});
export type FleetSite = z.output<typeof site>;

export const operatorFleet = defineCall({
  method: 'GET',
  path: 'operator/fleet',
  summary: 'The fleet by site, measured against the pool, the site with most outliers first.',
  session: 'operator',
  result: z.object({
    /** The newest settled day; null before there was one. */
    day: z.nullable(z.string()),
    /** Apart is what differs by more. */
    band_ppm: z.number(),
    sites: z.array(site),
    site_count: z.number(),
  }),
  refusals: ['err_forbidden'],
});

const machine = z.object({
  serial: z.string(),
  site: z.string(),
  standing: z.enum(STANDINGS),
  simulated: z.boolean(),
  now_ths: z.number(),
  measured_ths: z.nullable(z.number()),
  pool_ths: z.nullable(z.number()),
  /** How far above the pool it was measured; null where the two cannot be compared. */
  apart_ppm: z.nullable(z.number()),
});
export type FleetMachine = z.output<typeof machine>;

export const operatorFleetMachines = defineCall({
  method: 'GET',
  path: 'operator/fleet/machines',
  summary: 'Machines of all sites or of one, outliers first.',
  session: 'operator',
  query: z.object({ site: z.optional(text(255)), after }),
  result: listOf(machine),
  refusals: ['err_forbidden', 'err_page'],
});
