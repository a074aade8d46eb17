import { isPrizeName, prizeCategory, prizeDelivery } from '@minerx/rules/blessing';
import { swapFreeBlessings } from '../../miner-package/miner-package.store.ts';
import { overlaps, POOL_PRIZES_MAX, WEIGHT_MAX } from '@minerx/rules/blessing-draw';
import { isPackageId, minerPackageById } from '@minerx/rules/miner-package';
import { formatUnits, UNIT, unitsOf } from '@minerx/rules/money';
import type { Pool } from 'pg';
import type { Bus } from '../../../bus/bus.ts';
import type { Clock } from '../../../ports.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import type { Json } from '../../../ledger/command.ts';
import { refuse } from '../../../refusal.ts';
import { getSetting } from '../../setting/setting.query.ts';
import { findOpenDay } from './prize-pool.query.ts';
import { lockPrizes, prizeOf, putPrize, type PrizeRow, type StoredPrize } from './prize-pool.store.ts';
import type { Actor } from '../../../base/actor.ts';

interface PrizeInput {
  id: number;
  /** Name and amounts make a new line; decks name them, so they never change. */
  name?: string | undefined;
  minUnits?: bigint | undefined;
  maxUnits?: bigint | undefined;
  weight?: number | undefined;
  /** In the whole campaign, those that are gone included; null for unlimited. */
  total?: number | null | undefined;
  /** Of the voucher that a package prize becomes; it never changes either. */
  packageId?: number | undefined;
  enabled?: boolean | undefined;
  actor: Actor;
  reason: string;
}

/** US dollars of one prize. */
const AMOUNT_MAX = unitsOf('1000000');

type Dependencies = { pool: Pool; clock: Clock; bus: Bus };

/**
 * Adds a line to the prize pool or changes its weight, count, or whether it is drawn; decks that are dealt stay as they are, and so do the
 * tables of the days that are committed to. Gives the line after it, and the first day that is dealt by it.
 * @throws err_amount for a voucher below the least that vouchers are worth; err_format for a name or amounts that cannot be, or when a line's name, amounts or package are to change; err_quantity for a count below
 * what is gone already, or a weight out of range; err_package_unavailable; err_too_many lines.
 */
export const setPrize = async (context: Dependencies, input: PrizeInput): Promise<{ line: PrizeRow; from: string }> => {
  const after = await inTransaction(context.pool, async (tx) => {
    const pool = await lockPrizes(tx);
    const before = pool.find(({ id }) => id === input.id) ?? null;
    const line = prizeOf(merge(before, input));
    requireLine(pool, before, line);
    const isNewVoucher = before === null && line.voucherPackageId !== null;
    if (isNewVoucher && line.minUnits < (await getSetting(tx, 'voucher_minimum'))) refuse('err_amount');
    if (line.total !== null && line.total < line.gone) refuse('err_quantity');
    await putPrize(tx, line);
    const from = await findOpenDay(tx, context.clock.now());
    const detail = { before: before && told(before), after: told(line), from };
    const entry = {
      actor: input.actor,
      action: 'prize.set',
      subject: `prize:${input.id}`,
      reason: input.reason,
      detail,
    };
    await appendAudit(tx, new Date(context.clock.now()), [entry]);
    return { line, from };
  });
  context.bus.publish('settings_changed', { key: 'blessing_prize' });
  return after;
};

const merge = (before: PrizeRow | null, input: PrizeInput): StoredPrize => {
  const minUnits = input.minUnits ?? before?.minUnits ?? refuse('err_required');
  return {
    id: input.id,
    name: input.name ?? before?.name ?? refuse('err_required'),
    minUnits,
    maxUnits: input.maxUnits ?? before?.maxUnits ?? minUnits,
    weight: input.weight ?? before?.weight ?? refuse('err_required'),
    total: input.total === undefined ? (before?.total ?? null) : input.total,
    gone: before?.gone ?? 0,
    voucherPackageId: input.packageId ?? before?.voucherPackageId ?? null,
    enabled: input.enabled ?? before?.enabled ?? true,
  };
};

const requireLine = (pool: readonly PrizeRow[], before: PrizeRow | null, line: PrizeRow): void => {
  const { id, name, minUnits, maxUnits, weight, total, voucherPackageId } = line;
  if (!Number.isInteger(id) || id < 1 || id > 32_767 || !isPrizeName(name)) refuse('err_format');
  if (minUnits < UNIT || maxUnits < minUnits || maxUnits > AMOUNT_MAX) refuse('err_format');
  if (minUnits % UNIT !== 0n || maxUnits % UNIT !== 0n || pool.some((other) => overlaps(other, line)))
    refuse('err_format');
  if (!Number.isInteger(weight) || weight < 0 || weight > WEIGHT_MAX) refuse('err_quantity');
  if (total !== null && (!Number.isInteger(total) || total < 0 || total > 1_000_000_000)) refuse('err_quantity');
  const isPackage = prizeDelivery(prizeCategory(name)!).kind === 'voucher';
  const isVoucherPackage =
    voucherPackageId !== null && isPackageId(voucherPackageId) && minerPackageById(voucherPackageId).isVoucher;
  if (isPackage !== isVoucherPackage) refuse('err_package_unavailable');
  if (before !== null && !isSamePrize(before, line)) refuse('err_format');
  if (before === null && pool.length >= POOL_PRIZES_MAX) refuse('err_too_many');
};

/** Decks name it, and some of them are sealed: what a card pays never changes. */
const isSamePrize = (a: PrizeRow, b: PrizeRow): boolean =>
  a.name === b.name &&
  a.minUnits === b.minUnits &&
  a.maxUnits === b.maxUnits &&
  a.voucherPackageId === b.voucherPackageId;

const told = ({ name, minUnits, maxUnits, weight, total, left, voucherPackageId, enabled }: PrizeRow): Json => ({
  name,
  from: formatUnits(minUnits),
  to: formatUnits(maxUnits),
  weight,
  total,
  left,
  package: voucherPackageId,
  enabled,
});

/** Most picks that one order may grant: each of them is a deck to deal inside a purchase. */
export const FREE_BLESSINGS_MAX = 20;

/** Sets how many picks each new order of a package grants. @throws err_package_unavailable, err_quantity */
export const setFreeBlessings = async (
  context: Dependencies,
  { packageId, count, actor, reason }: { packageId: number; count: number; actor: Actor; reason: string },
): Promise<void> => {
  if (!Number.isInteger(count) || count < 0 || count > FREE_BLESSINGS_MAX) refuse('err_quantity');
  await inTransaction(context.pool, async (tx) => {
    const before = (await swapFreeBlessings(tx, packageId, count)) ?? refuse('err_package_unavailable');
    const detail = { before, after: count };
    const entry = { actor, action: 'package.blessings', subject: `package:${packageId}`, reason, detail };
    await appendAudit(tx, new Date(context.clock.now()), [entry]);
  });
  context.bus.publish('settings_changed', { key: 'miner_package' });
};
