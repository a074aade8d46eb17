import type { Member } from '@minerx/contract/profile';
import { floorToPrecision, formatUnits, parseUnits, type Units } from '@minerx/rules/money';
import { decideTransfer, TRANSFER_NOTE_MAX, transferableWallets } from '@minerx/rules/transfer';
import { isWalletId, type ByWallet, type WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { useNavigate } from '@tanstack/react-router';
import { draftOf } from '../../base/form/drafts.ts';
import { amountText } from '../../base/form/move-form.tsx';
import { tellMoved, type RecordPlace } from '../../base/form/tell-moved.ts';
import { ownWallet, type OwnWallet } from '../../base/own-wallet.ts';
import { useAmountFields, type AmountEntry } from '../../base/form/use-fields.ts';
import { useReviewed, type Reviewing } from '../../base/form/use-reviewed.ts';
import { texts } from '../../i18n/texts.ts';
import { sendTransfer, transferPlace, type TransferInput } from './transfer.api.ts';
import { useRecipient, type RecipientEntry } from './use-recipient.ts';

interface Fields {
  recipient: string;
  walletId: number;
  amount: string;
  note: string;
}

/** What is typed and chosen; the PIN is kept nowhere, and who was found is looked for anew. */
const draft = draftOf('transfer', (kept): Fields => {
  const { recipient, walletId, amount, note } = (kept ?? {}) as Partial<Fields>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    recipient: text(recipient),
    walletId: typeof walletId === 'number' ? walletId : 0,
    amount: text(amount),
    note: text(note),
  };
});

export interface Transfer extends Reviewing<TransferInput>, AmountEntry {
  recipient: RecipientEntry;
  wallets: readonly WalletId[];
  wallet: OwnWallet;
  minUnits: Units;
  /** What can go in place of an amount that is too much; null where it is not too much, or nothing can. */
  less: Units | null;
  amount: string;
  amountUnits: Units | null;
  note: string;
  change: (fields: Partial<Fields>) => void;
  max: () => void;
  checkAmount: () => void;
  submit: () => void;
  confirm: () => void;
}

export interface TransferUse {
  minimums: ByWallet;
  member: Member;
  /** The wallet that somebody comes from. */
  meant: WalletId | undefined;
}

/** Everything between the first keystroke and the answer. There is at least one wallet. */
export function useTransfer({ minimums, member, meant }: TransferUse): Transfer {
  const navigate = useNavigate();
  const { fields, change, amountError, setAmountError, leaveAmount, amountInput } = useAmountFields(draft, () =>
    firstFields(meant),
  );
  const recipient = useRecipient(fields.recipient, (text) => change({ recipient: text }));
  const wallets = transferableWallets(minimums);
  const chosen = isWalletId(fields.walletId) && wallets.includes(fields.walletId) ? fields.walletId : wallets[0]!;
  const wallet = ownWallet(member, chosen);
  const [minUnits, most] = [minimums[chosen]!, floorToPrecision(wallet.balanceUnits, wallet.precision)];
  const amountUnits = parseUnits(amountOf(fields.amount, wallet.precision) ?? '');
  const fault = faultOf(wallet, amountUnits, fields.amount, minimums);
  const { review, confirm, ...reviewed } = useReviewed(transferPlace, sendTransfer, {
    failed: 'transfer.failed',
    onDone: async (id, input) => {
      draft.drop();
      await navigate((await tellTransferred(id, input)) ?? { to: '/asset' });
    },
  });
  const isReady = () => {
    if (recipient.name === null) {
      recipient.demand();
      return false;
    }
    setAmountError(fault);
    if (fault !== undefined) amountInput.current?.focus();
    return fault === undefined;
  };

  return {
    ...reviewed,
    recipient,
    wallets,
    wallet,
    minUnits,
    less: amountError === 'err_insufficient_balance' && most >= minUnits ? most : null,
    amount: fields.amount,
    amountUnits,
    amountError,
    amountInput,
    note: fields.note,
    change,
    max: () => change({ amount: formatUnits(most) }),
    checkAmount: () => leaveAmount(fault),
    submit: () => review(isReady),
    confirm: () => {
      if (recipient.name === null || amountUnits === null) return;
      confirm({
        recipient: fields.recipient.trim(),
        recipientName: recipient.name,
        walletId: wallet.id,
        amount: formatUnits(amountUnits),
        note: fields.note.trim().slice(0, TRANSFER_NOTE_MAX),
      });
    },
  };
}

/** An amount of another wallet is none of this one. */
function firstFields(meant: WalletId | undefined): Fields {
  const kept = draft.read();
  return meant === undefined || meant === kept.walletId ? kept : { ...kept, walletId: meant, amount: '' };
}

/** What the rules say to an amount; undefined when it can be sent. */
function faultOf(wallet: OwnWallet, units: Units | null, typed: string, minimums: ByWallet): string | undefined {
  if (units === null) return typed === '' ? 'err_required' : 'err_amount';
  const state = { senderId: 0n, receiver: { id: 1n, frozen: false }, balanceUnits: wallet.balanceUnits, minimums };
  const decision = decideTransfer(state, { walletId: wallet.id, amountUnits: units });
  return decision.ok ? undefined : decision.refusal;
}

/** To whom: as the sender has typed it, with the masked name that was confirmed. */
const recipientText = ({ recipient, recipientName }: TransferInput): string => `${recipient} (${recipientName})`;

/** What was sent, and to whom. */
export const sentText = (input: TransferInput, tag: string): string =>
  `${amountText(input.walletId, input.amount, tag)} · ${recipientText(input)}`;

function tellTransferred(id: string, input: TransferInput): Promise<RecordPlace | null> {
  const { t, tag } = texts();
  const { walletId, amount } = input;
  return tellMoved(id, {
    title: t('transfer.done'),
    message: t('transfer.done.text', { amount: amountText(walletId, amount, tag), name: recipientText(input) }),
  });
}
