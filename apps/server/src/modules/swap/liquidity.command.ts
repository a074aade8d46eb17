import { formatUnits } from '@minerx/rules/money';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { accountId } from '../../ledger/account.ts';
import { CAPITAL_HOUSE } from '../reconciliation/house-receipt.ledger.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { Command } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { insertLiquidityChange } from './swap.store.ts';
import { liquidityChanges, type LedgerLiquidityChange, SWAP_HOUSE } from './swap.ledger.ts';

interface LiquidityInput {
  readonly walletId: WalletId;
  /** Above zero: put in, from the house's capital; below: taken out. */
  readonly units: bigint;
  readonly actor: Actor;
  readonly reason: string;
}

/** An operator asks for a change of the house's liquidity; nothing moves before another one agrees. Gives its id. */
export const proposeLiquidity = async (
  { pool, clock, random }: Pick<Context, 'pool' | 'clock' | 'random'>,
  { walletId, units, actor, reason }: LiquidityInput,
): Promise<string> => {
  const at = new Date(clock.now());
  const id = uuidV7(clock, random);
  await inTransaction(pool, async (tx) => {
    await insertLiquidityChange(tx, { id, walletId, units, reason, actor, at });
    const detail = { wallet: walletById(walletId).name, amount: formatUnits(units) };
    await appendAudit(tx, at, [{ actor, action: 'liquidity.propose', subject: `liquidity:${id}`, reason, detail }]);
  });
  return id;
};

/** What never changes about a wanted change; read before the command that approves it. */
type LiquidityKeys = Pick<LedgerLiquidityChange, 'id' | 'walletId'>;

/** What the liquidity of the wallet is afterwards, as decimal text. */
type LiquidityMoved = { readonly balance: string };

/** Another operator agrees: the amount moves between capital and liquidity. */
export const approveLiquidity = (
  { id, walletId }: LiquidityKeys,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Command<LiquidityMoved> => {
  const liquidity = accountId(SWAP_HOUSE.SWAP_LIQUIDITY, walletId);
  const capital = accountId(CAPITAL_HOUSE.CAPITAL, walletId);
  return {
    name: 'approve_liquidity',
    actor,
    idempotency: null,
    keys: { rows: [liquidityChanges.key(id)], accounts: [liquidity] },
    decide: (view, make) => {
      const change = view.get(liquidityChanges, id);
      if (change === null) return no('err_not_found');
      if (change.approvedBy !== null) return no('err_conflict');
      if (change.proposedBy === actor) return no('err_second_operator');
      const before = view.balance(liquidity);
      const after = before + change.units;
      if (after < 0n) return no('err_insufficient_balance');
      const [source, destination, amount] =
        change.units > 0n ? [capital, liquidity, change.units] : [liquidity, capital, -change.units];
      const transferId = make.id();
      return {
        ok: true,
        result: { balance: formatUnits(after) },
        changes: {
          rows: [liquidityChanges.set(id, { approvedBy: actor, transferId })],
          transfers: [
            {
              id: transferId,
              kind: 'liquidity',
              memberId: null,
              postings: [{ walletId, source, destination, amount }],
            },
          ],
          audit: [
            {
              actor,
              action: 'liquidity.approve',
              subject: `liquidity:${id}`,
              reason,
              detail: {
                wallet: walletById(walletId).name,
                amount: formatUnits(change.units),
                proposedBy: change.proposedBy,
                before: formatUnits(before),
                after: formatUnits(after),
                transferId,
              },
            },
          ],
        },
      };
    },
  };
};
