import type { ResultOf } from '@minerx/contract/call';
import type { walletStatement } from '@minerx/contract/transaction';
import { formatUnits } from '@minerx/rules/money';
import { WALLETS } from '@minerx/rules/wallet';
import type { StatementBalance, StatementMovement } from './statement.query.ts';

type Wallets = ResultOf<typeof walletStatement>['wallets'];

const NOTHING = { opening: 0n, closing: 0n };

/** Wallets in their order, but for those in which nothing stood and nothing moved. */
export const presentStatement = (
  balances: readonly StatementBalance[],
  movements: readonly StatementMovement[],
): Wallets =>
  WALLETS.flatMap(({ id }): Wallets => {
    const of = (held: boolean) =>
      balances.find((balance) => balance.walletId === id && balance.held === held) ?? NOTHING;
    const [own, held] = [of(false), of(true)];
    const moves = Map.groupBy(
      movements.filter((movement) => movement.walletId === id),
      ({ kind }) => kind,
    );
    const ends = [own.opening, own.closing, held.opening, held.closing];
    if (moves.size === 0 && ends.every((units) => units === 0n)) return [];
    return [
      {
        member_wallet_type_id: id,
        opening: formatUnits(own.opening),
        closing: formatUnits(own.closing),
        opening_held: formatUnits(held.opening),
        closing_held: formatUnits(held.closing),
        movements: [...moves].map(([kind, sides]) => {
          const wallet = sides.find((side) => !side.held);
          return {
            transaction_kind: kind,
            count: Math.max(...sides.map(({ count }) => count)),
            in: formatUnits(wallet?.in ?? 0n),
            out: formatUnits(wallet?.out ?? 0n),
            held: formatUnits(sides.find((side) => side.held)?.units ?? 0n),
          };
        }),
      },
    ];
  });
