import {
  operatorVoucherBatch,
  operatorVoucherBatches,
  operatorVouchers,
  type OperatorVoucher,
  type OperatorVoucherBatch,
} from '@minerx/contract/operator/offers/voucher';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import {
  batchSubject,
  findVoucherBatch,
  listBatchVouchers,
  listVoucherBatches,
  type BatchVoucher,
  type VoucherBatch,
} from '../../../modules/voucher/voucher.query.ts';
import { refuse } from '../../../refusal.ts';
import { getAuditOf, iso, pageOf, requireAfter, requireAfterNumber, requireLook } from '../desk.ts';

const presentBatch = ({ id, packageId, madeAt, madeBy, expiresAt, ...row }: VoucherBatch): OperatorVoucherBatch => ({
  ...row,
  id: id.toString(),
  package: packageId,
  made_at: madeAt.toISOString(),
  made_by: madeBy,
  expires_at: iso(expiresAt),
});

const stateOf = (row: BatchVoucher, now: number): OperatorVoucher['state'] => {
  if (row.voidedAt !== null) return 'void';
  if (row.redeemedBy !== null) return 'redeemed';
  // One that came back from an order that waited was redeemed in time.
  return row.redeemedAt === null && row.expiresAt !== null && row.expiresAt.getTime() <= now ? 'ended' : 'unused';
};

const presentVoucher =
  (now: number) =>
  (row: BatchVoucher): OperatorVoucher => ({
    id: row.id,
    state: stateOf(row, now),
    at: iso(row.voidedAt ?? (row.redeemedBy === null ? null : row.redeemedAt)),
    username: row.username,
    member_id: row.redeemedBy?.toString() ?? null,
  });

export const addVoucherDesk = (api: Api): void => {
  const { context } = api;
  const { pool, clock } = context;

  addRoute(api, operatorVoucherBatches, { limit: perMinute(240) }, async ({ operator, query: { after } }) => {
    await requireLook(context, operator, 'voucher list', {});
    return pageOf(await listVoucherBatches(pool, requireAfterNumber(after)), ({ id }) => id.toString(), presentBatch);
  });

  addRoute(api, operatorVoucherBatch, { limit: perMinute(240) }, async ({ operator, query: { id } }) => {
    await requireLook(context, operator, 'voucher list', {});
    const batch = (await findVoucherBatch(pool, BigInt(id))) ?? refuse('err_not_found');
    return { batch: presentBatch(batch), audit: await getAuditOf(context, batchSubject(batch.id)) };
  });

  addRoute(api, operatorVouchers, { limit: perMinute(240) }, async ({ operator, query: { batch, after } }) => {
    await requireLook(context, operator, 'voucher list', {});
    const rows = await listBatchVouchers(pool, BigInt(batch), requireAfter(after));
    return pageOf(rows, ({ id }) => id, presentVoucher(clock.now()));
  });
};
