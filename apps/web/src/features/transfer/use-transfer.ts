import type { Member } from '@minerx/contract/profile';
import { floorToPrecision, formatUnits, parseUnits, type Units } from '@minerx/rules/money';
import { isValidPin } from '@minerx/rules/pin';
import { decideTransfer, TRANSFER_NOTE_MAX, transferableWallets } from '@minerx/rules/transfer';
import { isWalletId, walletById, type ByWallet, type WalletId } from '@minerx/rules/wallet';
import { amountOf } from '@minerx/ui/amount-input';
import { formatUnits as writeUnits } from '@minerx/ui/money';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { draftOf } from '../../base/form/drafts.ts';
import type { Outcome } from '../../base/asking/intent.ts';
import { ownWallet, type OwnWallet } from '../../base/own-wallet.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import type { Refusal } from '../../base/refusal.ts';
import { useFields, type AmountEntry } from '../../base/form/use-fields.ts';
import { useIntent, type IntentState } from '../../base/asking/use-intent.ts';
import { usePin, type PinEntry } from '../../base/form/use-pin.ts';
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

export interface Transfer extends IntentState<TransferInput>, PinEntry, AmountEntry {
  recipient: RecipientEntry;
  wallets: readonly WalletId[];
  wallet: OwnWallet;
  minUnits: Units;
  amount: string;
  amountUnits: Units | null;
  note: string;
  reviewing: boolean;
  change: (fields: Partial<Fields>) => void;
  max: () => void;
  submit: () => void;
  confirm: () => void;
  cancel: () => void;
}

/** Everything between the first keystroke and the answer. There is at least one wallet. */
export function useTransfer(minimums: ByWallet, member: Member): Transfer {
  const { fields, change, amountError, setAmountError, amountInput } = useFields(draft);
  const [reviewing, setReviewing] = useState(false);
  const entry = usePin();
  const recipient = useRecipient(fields.recipient, (text) => change({ recipient: text }));
  const wallets = transferableWallets(minimums);
  const chosen = isWalletId(fields.walletId) && wallets.includes(fields.walletId) ? fields.walletId : wallets[0]!;
  const wallet = ownWallet(member, chosen);
  const amountUnits = parseUnits(amountOf(fields.amount) ?? '');
  const { send, askAgain, ...sending } = useSending({
    onDone: () => {
      setReviewing(false);
      entry.clearPin();
    },
    onRefused: (refusal) => {
      setReviewing(false);
      entry.clearPin();
      if (refusal.code === 'err_pin_wrong') entry.failPin(refusal.code);
    },
  });

  const submit = () => {
    if (sending.busy) return;
    if (sending.kept === null) {
      if (recipient.name === null) return recipient.demand();
      const wrong = faultOf(wallet, amountUnits, fields.amount, minimums);
      setAmountError(wrong);
      if (wrong !== undefined) return amountInput.current?.focus();
    }
    if (!isValidPin(entry.pin)) return entry.failPin('err_pin_rule');
    if (sending.kept !== null) return void askAgain(entry.pin);
    setReviewing(true);
  };

  return {
    ...sending,
    ...entry,
    recipient,
    wallets,
    wallet,
    minUnits: minimums[chosen]!,
    amount: fields.amount,
    amountUnits,
    amountError,
    amountInput,
    note: fields.note,
    reviewing,
    change,
    max: () => change({ amount: formatUnits(floorToPrecision(wallet.balanceUnits, wallet.precision)) }),
    submit,
    confirm: () => {
      if (recipient.name === null || amountUnits === null) return;
      const input = {
        recipient: fields.recipient.trim(),
        recipientName: recipient.name,
        walletId: wallet.id,
        amount: formatUnits(amountUnits),
        note: fields.note.trim().slice(0, TRANSFER_NOTE_MAX),
      };
      void send(input, entry.pin);
    },
    cancel: () => {
      if (!sending.busy) setReviewing(false);
    },
  };
}

/** What the rules say to an amount; undefined when it can be sent. */
function faultOf(wallet: OwnWallet, units: Units | null, typed: string, minimums: ByWallet): string | undefined {
  if (units === null) return typed === '' ? 'err_required' : 'err_amount';
  const state = { senderId: 0n, receiver: { id: 1n, frozen: false }, balanceUnits: wallet.balanceUnits, minimums };
  const decision = decideTransfer(state, { walletId: wallet.id, amountUnits: units });
  return decision.ok ? undefined : decision.refusal;
}

/** Sends transfers, tells how each ended, and goes back to the wallets when one is done. */
function useSending({ onDone, onRefused }: { onDone: () => void; onRefused: (refusal: Refusal) => void }) {
  const navigate = useNavigate();
  const intent = useIntent(transferPlace, sendTransfer);
  const finish = async (input: TransferInput, asked: Promise<Outcome<void> | null>) => {
    const outcome = await asked;
    if (outcome === null) return;
    // Whatever happened, balances and the history may be others now.
    void queryClient.invalidateQueries();
    const { t, tag } = texts();
    if ('refusal' in outcome) {
      await alertRefusal('transfer.failed', outcome.refusal);
      return onRefused(outcome.refusal);
    }
    onDone();
    draft.drop();
    navigator.vibrate?.(20);
    const { name, precision } = walletById(input.walletId as WalletId);
    const amount = `${writeUnits(parseUnits(input.amount) ?? 0n, precision, tag)} ${name}`;
    await showAlert({
      mode: 1,
      title: t('transfer.done'),
      message: t('transfer.done.text', { amount, name: input.recipientName }),
    });
    await navigate({ to: '/asset' });
  };
  return {
    ...intent,
    send: (input: TransferInput, pin: string) => finish(input, intent.send(input, pin)),
    askAgain: (pin: string) =>
      intent.kept === null ? Promise.resolve() : finish(intent.kept.input, intent.askAgain(pin)),
  };
}
