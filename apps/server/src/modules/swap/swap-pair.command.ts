import { formatUnits } from '@minerx/rules/money';
import { SWAP_SHARE_MAX_PPM } from '@minerx/rules/swap';
import { walletById, WALLET, type WalletId } from '@minerx/rules/wallet';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { findPairForUpdate, putPair, type SwapPairValues } from './swap.store.ts';

interface SwapPairInput extends Partial<SwapPairValues> {
  readonly from: WalletId;
  readonly to: WalletId;
  readonly actor: Actor;
  readonly reason: string;
}

const told = (pair: SwapPairValues | null) =>
  pair && { ...pair, minUnits: formatUnits(pair.minUnits), maxUnits: formatUnits(pair.maxUnits) };

/**
 * Creates or changes a pair; what is left out stays.
 * @throws err_swap_pair for two alike or for RW, which is never sold; err_not_found when a new one lacks something; err_swap_amount, which names the action’s field
 */
export const setSwapPair = async (
  { pool, clock, bus }: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { from, to, actor, reason, ...change }: SwapPairInput,
): Promise<SwapPairValues> => {
  if (from === to || from === WALLET.RW) refuse('err_swap_pair');
  const set = await inTransaction(pool, async (tx) => {
    const before = await findPairForUpdate(tx, from, to);
    const { spreadPpm, feePpm, minUnits, maxUnits, enabled = true } = { ...before, ...given(change) };
    if (spreadPpm === undefined || feePpm === undefined || minUnits === undefined || maxUnits === undefined)
      return refuse('err_not_found');
    const no = (field: string) => refuse('err_swap_amount', { fields: { [field]: 'err_swap_amount' } });
    if (!isShare(spreadPpm)) no('spread');
    if (!isShare(feePpm)) no('fee');
    if (minUnits <= 0n) no('min');
    if (maxUnits < minUnits) no('max');
    const after = { spreadPpm, feePpm, minUnits, maxUnits, enabled };
    await putPair(tx, from, to, after);
    const subject = `swap:${walletById(from).name}/${walletById(to).name}`;
    const detail = { before: told(before), after: told(after) };
    await appendAudit(tx, new Date(clock.now()), [{ actor, action: 'swap.pair', subject, reason, detail }]);
    return after;
  });
  bus.publish('settings_changed', { key: 'swap_pair' });
  return set;
};

const isShare = (ppm: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm <= SWAP_SHARE_MAX_PPM;

/** Without what was left out. */
const given = (change: Partial<SwapPairValues>): Partial<SwapPairValues> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
