import type { Party, Transaction } from '@minerx/contract/transaction';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { maskedName } from '@minerx/rules/transfer';
import type { HouseNames, PartyRow, TransactionRow } from './transaction.query.ts';

const presentParty = (party: PartyRow, house: HouseNames): Party => {
  if (party.type === 'member') return { type: 'member', name: maskedName(party.fullName) };
  return { type: party.type, name: (party.type === 'house' && house.get(party.owner)) || null };
};

export const presentTransaction = (row: TransactionRow): Transaction => {
  const parties = row.postings.flatMap(({ source, destination }) => [source, destination]);
  const other = parties.find((party) => party.type === 'member');
  return {
    transaction_id: row.id,
    transaction_kind: row.kind,
    transaction_date: row.at.toISOString(),
    wallets: row.changes.map(({ walletId, amount, held, balance }) => ({
      member_wallet_type_id: walletId,
      amount: formatUnits(amount),
      held: formatUnits(held),
      balance: formatUnits(balance),
    })),
    voucher_amount:
      row.kind !== 'voucher' ? null : formatUnits(row.postings.reduce((sum, { amount }) => sum + amount, 0n)),
    origin: row.origin,
    withdrawal_status: row.kind === 'withdrawal' ? row.withdrawalStatus : null,
    reason: row.reason,
    counterparty: other === undefined ? null : maskedName(other.fullName),
    recipient: row.recipient,
  };
};

export const presentChain = ({ chain }: TransactionRow) =>
  chain && {
    network: networkLabel(chain.network),
    address: chain.address,
    fee: chain.fee === null ? null : formatUnits(chain.fee),
  };

export const presentPosting = (
  { walletId, amount, source, destination }: TransactionRow['postings'][number],
  house: HouseNames,
) => ({
  member_wallet_type_id: walletId,
  amount: formatUnits(amount),
  source: presentParty(source, house),
  destination: presentParty(destination, house),
});
