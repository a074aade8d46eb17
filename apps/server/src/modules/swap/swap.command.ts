import { findSwapRefusal } from '@minerx/rules/swap';
import type { WalletId } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import type { Command, Posting } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import { members } from '../member/member.ledger.ts';
import { swapQuotes, SWAP_HOUSE } from './swap.ledger.ts';
import type { SwapQuoteKeys } from './swap.query.ts';

type Swapped = { readonly id: string };

const accountsOf = ({ memberId, from, to }: Omit<SwapQuoteKeys, 'id'>) => ({
  ownFrom: accountId(memberId, from),
  ownTo: accountId(memberId, to),
  houseFrom: accountId(SWAP_HOUSE.SWAP_LIQUIDITY, from),
  houseTo: accountId(SWAP_HOUSE.SWAP_LIQUIDITY, to),
});

/** Takes a quote: what the member gives goes into the house's liquidity, what was promised comes out of it, both or neither. */
export const swapWallets = (quote: SwapQuoteKeys, key: string | null): Command<Swapped> => {
  const { id, memberId } = quote;
  const { ownFrom, ownTo, houseFrom, houseTo } = accountsOf(quote);
  return {
    name: 'swap_wallets',
    actor: `member:${memberId}`,
    idempotency: key === null ? null : { key, fingerprint: fingerprintOf({ id }) },
    keys: { rows: [members.key(memberId), swapQuotes.key(id)], accounts: [ownFrom, ownTo, houseFrom, houseTo] },
    decide: (view, make) => {
      const row = view.get(swapQuotes, id);
      if (row === null) return no('err_not_found');
      if (view.get(members, memberId)?.frozen !== false) return no('err_account_frozen');
      const refusal = findSwapRefusal({
        quote: { ...row, taken: row.transferId !== null },
        balanceUnits: view.balance(ownFrom),
        liquidityUnits: view.balance(houseTo),
        now: make.now,
      });
      if (refusal !== null) return no(refusal);
      const { from, to, amountUnits, arrivesUnits, feeUnits } = row;
      const transferId = make.id();
      return {
        ok: true,
        result: { id: transferId },
        changes: {
          rows: [swapQuotes.set(id, { transferId })],
          transfers: [
            {
              id: transferId,
              kind: 'swap',
              memberId,
              postings: [
                { walletId: from, source: ownFrom, destination: houseFrom, amount: amountUnits },
                { walletId: to, source: houseTo, destination: ownTo, amount: arrivesUnits },
                ...feePosting(to, feeUnits),
              ],
            },
          ],
        },
      };
    },
  };
};

const feePosting = (walletId: WalletId, amount: bigint): readonly Posting[] =>
  amount > 0n
    ? [
        {
          walletId,
          source: accountId(SWAP_HOUSE.SWAP_LIQUIDITY, walletId),
          destination: accountId(SWAP_HOUSE.SWAP_FEES, walletId),
          amount,
        },
      ]
    : [];
