import { isPackageId, minerPackageById } from '@minerx/rules/miner-package';
import { formatUnits } from '@minerx/rules/money';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { crockford, uuidV7 } from '../../base/ids.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { insertVouchers } from './voucher.store.ts';
import { voucherCodeHash } from './voucher.ledger.ts';
import { getSetting } from '../setting/setting.query.ts';
import { changeSetting } from '../setting/setting.step.ts';
import type { Actor } from '../../base/actor.ts';

interface VoucherBatch {
  packageId: number;
  /** What each is worth, USDT units. */
  amountUnits: bigint;
  /** 1 to 1000. */
  count: number;
  expiresAt: Date | null;
  actor: Actor;
  reason: string;
}

/** 80 random bits: nobody finds one by trying. */
const GROUPS = 4;
const GROUP_LENGTH = 4;
const MOST_AT_ONCE = 1000;

/**
 * Makes vouchers and gives their codes, which are kept as hashes only: who loses them makes new ones.
 * @throws err_package_unavailable for a package that is not redeemed by voucher, err_quantity; err_amount below the least that
 * operators have set; err_validation for an end that is past.
 */
export const createVouchers = async (
  context: Pick<Context, 'pool' | 'clock' | 'random' | 'env'>,
  { packageId, amountUnits, count, expiresAt, actor, reason }: VoucherBatch,
): Promise<string[]> => {
  if (!isPackageId(packageId) || !minerPackageById(packageId).isVoucher) refuse('err_package_unavailable');
  if (!Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE) refuse('err_quantity');
  const codes = Array.from({ length: count }, () => newCode(context));
  const at = new Date(context.clock.now());
  if (expiresAt !== null && expiresAt <= at) refuse('err_validation', { fields: { expires: 'err_format' } });
  return inTransaction(context.pool, async (tx) => {
    if (amountUnits < (await getSetting(tx, 'voucher_minimum'))) refuse('err_amount');
    const ids = codes.map(() => uuidV7(context.clock, context.random));
    const hashes = codes.map((code) => voucherCodeHash(context.env.pepper, code));
    const detail = {
      count,
      package: packageId,
      amount: formatUnits(amountUnits),
      expires: expiresAt?.toISOString() ?? null,
      ids,
    };
    const line = { actor, action: 'voucher.create', subject: `package:${packageId}`, reason, detail };
    await appendAudit(tx, at, [line]);
    await insertVouchers(tx, ids, hashes, { packageId, amountUnits, at, expiresAt });
    return codes;
  });
};

const newCode = ({ random }: Pick<Context, 'random'>): string =>
  Array.from({ length: GROUPS }, () => crockford(random, GROUP_LENGTH)).join('-');

/** Sets the least that vouchers made from now on are worth, USDT units. Gives the one before. */
export const setVoucherMinimum = async (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { amountUnits, actor, reason }: { amountUnits: bigint; actor: Actor; reason: string },
): Promise<bigint> => {
  if (amountUnits <= 0n) refuse('err_amount');
  return changeSetting(context, 'voucher_minimum', {
    change: () => formatUnits(amountUnits),
    actor,
    action: 'voucher.minimum',
    reason,
  });
};
