import * as z from 'zod/mini';
import { defineCall } from '../../wire/call.ts';
import { amount, text } from '../../wire/wire.ts';
import { after, auditLine, listOf } from '../list.ts';

const batchId = text(18, { pattern: /^\d+$/, code: 'err_format' });

const batch = z.object({
  id: z.string(),
  package: z.number(),
  /** What each is worth, USDT. */
  amount,
  count: z.number(),
  redeemed: z.number(),
  voided: z.number(),
  made_at: z.string(),
  made_by: z.string(),
  reason: z.string(),
  /** They can be redeemed before it; null: without end. */
  expires_at: z.nullable(z.string()),
});
export type OperatorVoucherBatch = z.output<typeof batch>;

const voucher = z.object({
  id: z.string(),
  state: z.enum(['unused', 'redeemed', 'ended', 'void']),
  /** When it was redeemed or taken back; null for others. */
  at: z.nullable(z.string()),
  username: z.nullable(z.string()),
  member_id: z.nullable(z.string()),
});
export type OperatorVoucher = z.output<typeof voucher>;

export const operatorVoucherBatches = defineCall({
  method: 'GET',
  path: 'operator/voucher/batches',
  summary: 'Vouchers as they were made, the latest batch first, with what became of them.',
  session: 'operator',
  query: z.object({ after }),
  result: listOf(batch),
  refusals: ['err_forbidden', 'err_page'],
});

export const operatorVoucherBatch = defineCall({
  method: 'GET',
  path: 'operator/voucher/batch',
  summary: 'One batch of vouchers.',
  session: 'operator',
  query: z.object({ id: batchId }),
  result: z.object({ batch, audit: z.array(auditLine) }),
  refusals: ['err_forbidden', 'err_not_found'],
});

export const operatorVouchers = defineCall({
  method: 'GET',
  path: 'operator/voucher/all',
  summary: 'The vouchers of one batch; their codes are kept nowhere.',
  session: 'operator',
  query: z.object({ batch: batchId, after }),
  result: listOf(voucher),
  refusals: ['err_forbidden', 'err_page'],
});
