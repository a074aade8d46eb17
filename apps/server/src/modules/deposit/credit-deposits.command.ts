import { DEPOSIT_STATUS, reachesMinimum } from '@minerx/rules/deposit';
import { networkLabel } from '@minerx/rules/network';
import { formatUnits } from '@minerx/rules/money';
import { walletById } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import { networkOwner } from '@minerx/rules/network-place';
import { no, type Command } from '../../ledger/command.ts';
import { members } from '../member/member.ledger.ts';
import { deposits } from './deposit.ledger.ts';
import type { KeptDeposits } from './kept-deposits.query.ts';

type Credited = { readonly amount: string; readonly coin: string; readonly network: string };

/**
 * Credits what is still kept of them, in one transfer, if it reaches the minimum.
 * @returns nothing to tell when another worker was first, or the minimum is not reached: refused with err_conflict.
 */
export const creditDeposits = ({
  memberId,
  walletId,
  network,
  ids,
  minimumUnits,
}: KeptDeposits): Command<Credited> => ({
  name: 'credit_deposits',
  actor: 'job:deposits',
  idempotency: null,
  keys: {
    rows: [...ids.map((id) => deposits.key(id)), members.key(memberId)],
    accounts: [accountId(memberId, walletId)],
  },
  decide: (view, make) => {
    const kept = ids
      .map((id) => view.get(deposits, id))
      .filter((each) => each !== null)
      .filter((each) => each.status === DEPOSIT_STATUS.KEPT && each.memberId === memberId)
      .filter((each) => each.walletId === walletId && each.network === network);
    const amounts = kept.map(({ units }) => units);
    if (!reachesMinimum(amounts, minimumUnits)) return no('err_conflict');
    const transferId = make.id();
    const amount = amounts.reduce((a, b) => a + b, 0n);
    const source = accountId(networkOwner(network, 'DEPOSIT'), walletId);
    return {
      ok: true,
      result: { amount: formatUnits(amount), coin: walletById(walletId).name, network: networkLabel(network) },
      changes: {
        rows: kept.map(({ id }) => deposits.set(id, { status: DEPOSIT_STATUS.CREDITED, transferId })),
        transfers: [
          {
            id: transferId,
            kind: 'deposit',
            memberId,
            postings: [{ walletId, source, destination: accountId(memberId, walletId), amount }],
          },
        ],
      },
    };
  },
});
