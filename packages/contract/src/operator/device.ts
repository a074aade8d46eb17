import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { text } from '../wire/wire.ts';
import { after, listOf } from './list.ts';

/** Miners that are not retired: all, those that do not answer, those that no order has. */
const DEVICE_LISTS = ['all', 'silent', 'free'] as const;
export type DeviceList = (typeof DEVICE_LISTS)[number];

const row = z.object({
  serial: z.string(),
  line: z.string(),
  address: z.string(),
  simulated: z.boolean(),
  free: z.boolean(),
  connected: z.boolean(),
  hashrate_ths: z.number(),
  /** When it was asked last; null when never. */
  asked_at: z.nullable(z.string()),
  /** Since when another machine answers than the one that was known. */
  exchanged_at: z.nullable(z.string()),
  /** Serial of the device whose machine answers here. */
  same_as: z.nullable(z.string()),
});
export type OperatorDevice = z.output<typeof row>;

export const operatorDevices = defineCall({
  method: 'GET',
  path: 'operator/device/all',
  summary: 'Miners by serial, with what was last heard of them; from a serial on where one is asked for.',
  session: 'operator',
  query: z.object({ state: z._default(z.enum(DEVICE_LISTS), 'all'), serial: z.optional(text(64)), after }),
  result: listOf(row),
  refusals: ['err_forbidden'],
});
