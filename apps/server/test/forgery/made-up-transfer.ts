import { MINUTE_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { HOUSE_ACCOUNTS } from '../../src/composition/ledger-tables.ts';
import { SWAP_HOUSE } from '../../src/modules/swap/swap.ledger.ts';
import { accountId, OWNER_NUMBERS } from '../../src/ledger/account.ts';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import type { Transfer } from '../../src/ledger/command.ts';
import type { MoneyHouse } from '../money-house.ts';

/** A made-up command: no noun is needed to see how the history shows a kind. */
export const madeUpTransfers =
  (world: () => { house: MoneyHouse; other: bigint }) =>
  async (
    memberId: bigint,
    kind: Transfer['kind'],
    way: string,
    more: Partial<Transfer> = {},
    walletId: 3 | 4 = 4,
  ): Promise<string> => {
    const { house, other } = world();
    const [from, to] = way.split(' ') as [string, string];
    let id = '';
    await house.funnel.run({
      name: 'test',
      actor: 'job:test',
      idempotency: null,
      keys: {
        accounts: [memberId, other, SWAP_HOUSE.SWAP_LIQUIDITY].map((owner) => accountId(owner, walletId)),
        numbers: [{ sequence: OWNER_NUMBERS, count: 1 }],
      },
      decide: (_, make) => {
        const hold = make.number(OWNER_NUMBERS);
        const account = (party: string) => {
          const owner =
            { member: memberId, hold, receiver: other, stranger: other }[party] ??
            HOUSE_ACCOUNTS.get(party) ??
            networkOwner(2, party as NetworkPlace);
          return accountId(owner, walletId);
        };
        const amount = unitsOf('1.5');
        const filling = {
          id: make.id(),
          kind: 'purchase' as const,
          memberId,
          postings: [{ walletId, source: account('member'), destination: account('hold'), amount }],
        };
        id = make.id();
        const transfer: Transfer = {
          id,
          kind,
          memberId,
          postings: [{ walletId, source: account(from), destination: account(to), amount }],
          ...more,
        };
        const held = from === 'hold' || to === 'hold';
        return {
          ok: true,
          result: {},
          changes: {
            newHolds: held
              ? [{ ownerId: hold, memberId, reason: 'test', deadlineAt: new Date(house.clock.at + MINUTE_MS) }]
              : [],
            transfers: from === 'hold' ? [filling, transfer] : [transfer],
          },
        };
      },
    });
    return id;
  };
