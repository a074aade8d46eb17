import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { text } from '../wire/wire.ts';
import { MAX_FILE_BYTES } from './action.ts';
import { after, auditLine, listOf } from './list.ts';

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

const holder = z.object({
  order: z.string(),
  member_id: z.string(),
  username: z.string(),
  /** Of the machine, in tenths. */
  share_tenths: z.number(),
  since: z.nullable(z.string()),
});

const machineDay = z.object({
  day: z.string(),
  /** Mean Th/s that were measured and credited, and that the pool saw; null where it told nothing. */
  measured_ths: z.number(),
  pool_ths: z.nullable(z.number()),
  /** How far above the pool it was measured; null where the two cannot be compared. */
  apart_ppm: z.nullable(z.number()),
});

export const operatorDevice = defineCall({
  method: 'GET',
  path: 'operator/device',
  summary:
    'One miner: where it stands, how it does, who has it, how it was measured against the pool, and what was done.',
  session: 'operator',
  query: z.object({ serial: text(64) }),
  result: z.object({
    device: row,
    site: z.string(),
    rated_ths: z.number(),
    registered_at: z.string(),
    /** Out of service since; null while it is in service. */
    retired_at: z.nullable(z.string()),
    /** It counts into the stock: it has answered, and the pool saw it. */
    in_stock: z.boolean(),
    /** In this state, answering or not, since. */
    changed_at: z.nullable(z.string()),
    pool_seen_at: z.nullable(z.string()),
    /** What it says of itself. */
    mac: z.nullable(z.string()),
    machine_serial: z.nullable(z.string()),
    pool_worker: z.nullable(z.string()),
    holders: z.array(holder),
    /** The last settled days, newest first. */
    days: z.array(machineDay),
    audit: z.array(auditLine),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});

const listedDevice = z.object({
  row: z.number(),
  serial: z.string(),
  line: z.string(),
  address: z.string(),
  known: z.boolean(),
});
const deviceProblem = z.object({
  /** Of the list, from 1 behind the line of names; null: of the list as a whole. */
  row: z.nullable(z.number()),
  problem: z.string(),
});

export const operatorDeviceCheck = defineCall({
  method: 'POST',
  path: 'operator/device/check',
  summary:
    'Reads a list of miners and tells, row by row, what stands in the way of registering it. Nothing is changed.',
  session: 'operator',
  body: z.object({ file: z.string().check(z.maxLength(MAX_FILE_BYTES, 'err_too_long')) }),
  result: z.object({
    count: z.number(),
    /** Of them registered already: they stay as they are. */
    known: z.number(),
    /** The first two hundred. */
    problems: z.array(deviceProblem),
    problem_count: z.number(),
    /** The first fifty. */
    devices: z.array(listedDevice),
  }),
  refusals: ['err_forbidden'],
});
