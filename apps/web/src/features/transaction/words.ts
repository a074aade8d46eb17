import type { Party } from '@minerx/contract/transaction';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import { isReturned, withdrawalStatusName } from '@minerx/rules/withdrawal';
import type { TextKey } from '../../i18n/keys.ts';
import type { Texts, Translate } from '../../i18n/texts.ts';
import type { Transaction } from './transaction.api.ts';

/** A kind without words fails the type check. */
export const kindKey = (kind: MemberTransferKind): TextKey => `transaction.kind.${kind}`;

/** Accounts of the house that have words of their own. */
const HOUSES = [
  'outside',
  'sales',
  'activation_fees',
  'mining',
  'prizes',
  'vouchers',
  'adjustments',
  'nft_fees',
  'network',
  'withdrawal_fees',
  'swap_liquidity',
] as const;
const isNamed = (name: string | null): name is (typeof HOUSES)[number] =>
  (HOUSES as readonly (string | null)[]).includes(name);

/** Where on a network what is ours lies is no matter of the member's. */
const ON_NETWORK = ['deposit', 'hot', 'cold', 'in_flight'];

/** Who stands at one end of a posting. */
export function partyText({ type, name }: Party, t: Translate): string {
  if (type === 'wallet') return t('transaction.party.wallet');
  if (type === 'held') return t('transaction.party.held');
  if (type === 'member') return name ?? t('transaction.party.member');
  if (name !== null && ON_NETWORK.includes(name)) return t('transaction.party.network');
  return t(isNamed(name) ? `transaction.party.${name}` : 'transaction.party.house');
}

/** Another member: by what the sender typed, with the masked name; to the receiver by that name alone. */
export const memberText = ({ recipient, counterparty }: Pick<Transaction, 'recipient' | 'counterparty'>) =>
  recipient === null ? counterparty : `${recipient} (${counterparty})`;

/** To another member, not from one: also where nobody knows any more what was typed. */
export const isSent = ({ changes }: Pick<Transaction, 'changes'>): boolean =>
  changes.some(({ amountUnits }) => amountUnits < 0n);

/** What of a withdrawal arrives at its address, in 1e-8; null of one that came back. */
export function arrivesUnits(
  { kind, changes, withdrawalStatus: status }: Pick<Transaction, 'kind' | 'changes' | 'withdrawalStatus'>,
  feeUnits: bigint,
): bigint | null {
  const first = changes[0];
  if (first === undefined || kind === 'withdrawal_refund' || (status !== null && isReturned({ status }))) return null;
  // Sent, it leaves what was held; asked for, it leaves the balance.
  return 0n - (first.amountUnits || first.heldUnits) - feeUnits;
}

/** What has become of a withdrawal that was asked for, as its own list says it. */
export const stateKey = ({ withdrawalStatus }: Pick<Transaction, 'withdrawalStatus'>): TextKey | null =>
  withdrawalStatus === null ? null : `withdrawal.status.${withdrawalStatusName(withdrawalStatus)}`;

/** The serial of the order that a movement belongs to. */
export const serialOf = ({ origin }: Pick<Transaction, 'origin'>): string | null =>
  origin?.type === 'order' || origin?.type === 'reward' ? origin.label : null;

export interface Origin {
  to: string;
  text: string;
  /** What of the text is a serial, and stays in one piece. */
  label: string | null;
}

/** Where a movement came from: the screen that shows it, and in which words. */
export function originOf(movement: Pick<Transaction, 'id' | 'origin'>, texts: OriginTexts): Origin | null {
  const way = wayTo(movement, texts);
  return way && { ...way, label: serialOf(movement) };
}

type OriginTexts = Pick<Texts, 't' | 'format'>;

function wayTo(
  { id, origin }: Pick<Transaction, 'id' | 'origin'>,
  { t, format }: OriginTexts,
): Omit<Origin, 'label'> | null {
  if (origin === null) return null;
  const label = origin.label ?? '';
  switch (origin.type) {
    // The receipts are there of an order that has ended; any other they forward to its details, or to its card among what waits.
    case 'order':
      return { to: `/order/receipts/${origin.id}`, text: t('transaction.origin.order', { label }) };
    case 'reward':
      return {
        to: `/order/receipts/${origin.id}?receipt=${id}`,
        text: t('transaction.origin.reward', { label, day: origin.day === null ? '' : format.utcDay(origin.day) }),
      };
    case 'pick':
      return { to: `/duitraya/history?id=${origin.id}`, text: t('transaction.origin.pick') };
    case 'stake':
      return { to: `/profile/staking/history?id=${origin.id}`, text: t('transaction.origin.stake') };
    case 'deposit':
      return { to: `/asset/spot/deposit?id=${origin.id}`, text: t('transaction.origin.deposit') };
    case 'withdrawal':
      return { to: `/asset/spot/withdraw/history?id=${origin.id}`, text: t('transaction.origin.withdrawal') };
    case 'nft':
      return { to: `/profile/nft/history?id=${origin.id}`, text: t('transaction.origin.nft', { label }) };
  }
}
