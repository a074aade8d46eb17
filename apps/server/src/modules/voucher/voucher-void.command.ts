import type { Actor } from '../../base/actor.ts';
import type { Command } from '../../ledger/command.ts';
import { stock } from '../device/device.ledger.ts';
import { VOUCHER_LINE, vouchers } from './voucher.ledger.ts';
import { batchSubject } from './voucher.query.ts';

/** How many are void now, and how many were not: they are redeemed, or were void before. */
type Voided = { readonly voided: number; readonly redeemed: number };

interface VoucherVoiding {
  /** Of one batch, up to a thousand. */
  readonly ids: readonly string[];
  /** The line of the audit log that tells of their making. */
  readonly batch: bigint;
  readonly actor: Actor;
  readonly reason: string;
}

/** Takes vouchers back that nobody has redeemed. One whose order waits is redeemed; cancelled, it comes back good. */
export const voidVouchers = ({ ids, batch, actor, reason }: VoucherVoiding): Command<Voided> => ({
  name: 'void_vouchers',
  actor,
  idempotency: null,
  keys: { rows: [stock.key(VOUCHER_LINE), ...ids.map((id) => vouchers.key(id))] },
  decide: (view) => {
    const known = ids.map((id) => view.get(vouchers, id)).filter((voucher) => voucher !== null);
    const unused = known.filter(({ redeemedBy, isVoid }) => redeemedBy === null && !isVoid).map(({ id }) => id);
    const result = {
      voided: unused.length,
      redeemed: known.filter(({ redeemedBy }) => redeemedBy !== null).length,
    };
    if (unused.length === 0) return { ok: true, result, changes: {} };
    const line = { actor, action: 'voucher.void', subject: batchSubject(batch), reason, detail: { ids: unused } };
    return {
      ok: true,
      result,
      changes: { rows: unused.map((id) => vouchers.set(id, { isVoid: true })), audit: [line] },
    };
  },
});
