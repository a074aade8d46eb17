import { NETWORKS } from '@minerx/rules/network';
import { HOUSE, NETWORK_PLACES, networkOwner, type NetworkPlace } from '../../ledger/account.ts';
import type { TransferKind } from '@minerx/rules/transfer-kind';
import type { Equation } from '../../ledger/equation.ts';

/** Who an account belongs to: one of the house's, a place of it on a network, the member whom the transfer is about, a hold of that member, or who received it. */
type Party = keyof typeof HOUSE | NetworkPlace | 'member' | 'hold' | 'receiver';

/** Every way in which money may go, by the kind of its transfer. */
export const FLOWS: Record<TransferKind, readonly `${Party} ${Party}`[]> = {
  purchase: ['member SALES', 'member hold'],
  placement: ['hold SALES'],
  refund: ['hold member'],
  activation: ['member ACTIVATION_FEES'],
  voucher: ['VOUCHERS SALES'],
  stake: ['member hold'],
  unstake: ['hold member'],
  reward: ['MINING member'],
  reward_correction: ['MINING member'],
  pool_payout: ['OUTSIDE MINING', 'MINING OUTSIDE'],
  prize: ['PRIZES member'],
  credit: ['ADJUSTMENTS member'],
  debit: ['member ADJUSTMENTS'],
  nft_withdrawal: ['member hold'],
  nft_fee: ['hold NFT_FEES'],
  // From the house where it was approved and could not be sent.
  nft_refund: ['hold member', 'NFT_FEES member'],
  transfer: ['member receiver'],
  deposit: ['DEPOSIT member'],
  sweep: ['HOT DEPOSIT', 'COLD DEPOSIT'],
  funding: ['HOT CAPITAL', 'COLD CAPITAL', 'HOT COLD', 'COLD HOT'],
  swap: ['member SWAP_LIQUIDITY', 'SWAP_LIQUIDITY member', 'SWAP_LIQUIDITY SWAP_FEES'],
  liquidity: ['CAPITAL SWAP_LIQUIDITY', 'SWAP_LIQUIDITY CAPITAL'],
  withdrawal: ['member hold'],
  withdrawal_sent: ['hold HOT', 'hold WITHDRAWAL_FEES'],
  withdrawal_refund: ['hold member'],
};

const places = (Object.keys(NETWORK_PLACES) as NetworkPlace[]).flatMap((place) =>
  NETWORKS.map(({ id }): [string, bigint] => [place, networkOwner(id, place)]),
);
const house = [...Object.entries(HOUSE), ...places].map(([name, id]) => `WHEN ${id} THEN '${name}'`).join(' ');

const partyOf = (account: string, hold: string): string =>
  `CASE account_owner(p.${account}) ${house} WHEN t.member_id THEN 'member' WHEN t.receiver_id THEN 'receiver' ELSE CASE WHEN ${hold}.member_id = t.member_id THEN 'hold' ELSE 'stranger' END END`;

const allowed = Object.entries(FLOWS)
  .flatMap(([kind, ways]) => ways.map((way) => `('${kind} ${way}')`))
  .join(', ');

/** What must hold of every movement of money. */
export const TRANSACTION_EQUATIONS: readonly Equation[] = [
  {
    name: 'flows',
    sentence:
      'Every posting goes a way that its kind of transfer may go, between the house, the transfer’s own member, that member’s holds, and who received it.',
    rows: `SELECT p.transfer_id AS id FROM posting p JOIN transfer t ON t.id = p.transfer_id
             LEFT JOIN hold f ON f.owner_id = account_owner(p.source) LEFT JOIN hold g ON g.owner_id = account_owner(p.destination)
            WHERE t.kind || ' ' || ${partyOf('source', 'f')} || ' ' || ${partyOf('destination', 'g')} NOT IN (SELECT way FROM (VALUES ${allowed}) f (way))`,
  },
];
