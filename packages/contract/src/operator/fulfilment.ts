import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, opaqueId } from '../wire/wire.ts';
import { after, auditLine, listOf } from './list.ts';

const FULFILMENT_LISTS = ['waits', 'done'] as const;
export type FulfilmentList = (typeof FULFILMENT_LISTS)[number];

const row = z.object({
  /** Of its pack. */
  id: z.string(),
  prize: z.string(),
  /** Its value in dollars. */
  amount,
  username: z.string(),
  picked_at: z.string(),
  /** When it was handed over, by whom and how; null while it waits. */
  done_at: z.nullable(z.string()),
  done_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type OperatorFulfilment = z.output<typeof row>;

export const operatorFulfilments = defineCall({
  method: 'GET',
  path: 'operator/fulfilment/all',
  summary:
    'Prizes that people hand over: those that wait, the oldest first, or those that were handed over, the latest first.',
  session: 'operator',
  query: z.object({ state: z._default(z.enum(FULFILMENT_LISTS), 'waits'), after }),
  result: listOf(row),
  refusals: ['err_forbidden', 'err_page'],
});

export const operatorFulfilment = defineCall({
  method: 'GET',
  path: 'operator/fulfilment',
  summary: 'One prize that people hand over, with whom it belongs to.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  result: z.object({
    fulfilment: row,
    member_id: z.string(),
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    /** Until when it must not be handed over, because password and PIN were reset; null when it may. */
    held_until: z.nullable(z.string()),
    audit: z.array(auditLine),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
