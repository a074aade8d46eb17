import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { opaqueId } from '../wire/wire.ts';
import { after, listOf } from './list.ts';

const work = z.object({
  id: z.string(),
  /** Of the catalogue. */
  action: z.string(),
  actor: z.string(),
  asked_at: z.string(),
  done: z.number(),
  /** Null while nobody has counted. */
  total: z.nullable(z.number()),
  /** `failed`: it broke off for good. */
  state: z.enum(['running', 'done', 'refused', 'failed']),
  lines: z.array(z.string()),
  ended_at: z.nullable(z.string()),
});
export type OperatorWork = z.output<typeof work>;

export const operatorWork = defineCall({
  method: 'GET',
  path: 'operator/work',
  summary: 'How far an action is that takes long, and what came of it.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  result: work,
  refusals: ['err_not_found'],
});

export const operatorWorks = defineCall({
  method: 'GET',
  path: 'operator/work/all',
  summary: 'Actions that take long, newest first, of those that the signed-in operator may do.',
  session: 'operator',
  query: z.object({ after }),
  result: listOf(work),
  refusals: ['err_page'],
});
