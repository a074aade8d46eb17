import type { Member } from '@minerx/contract/profile';
import { TRANSFER_NOTE_MAX } from '@minerx/rules/transfer';
import { walletById, type ByWallet, type WalletId } from '@minerx/rules/wallet';
import { ActionFooter } from '@minerx/ui/action-footer';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { formatUnits, Money } from '@minerx/ui/money';
import { Notice } from '@minerx/ui/notice';
import { Select } from '@minerx/ui/select';
import { Sheet } from '@minerx/ui/sheet';
import { TextInput } from '@minerx/ui/text-input';
import { UserRoundCheck } from 'lucide-react';
import { AmountField, Balance } from '../../base/form/move-form.tsx';
import { heldUntil, OutgoingHeld, useHeldReason } from '../../base/parts/outgoing-held.tsx';
import { PinCard } from '../../base/form/pin-card.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './transfer-form.module.css';
import { useTransfer, type Transfer } from './use-transfer.ts';

/** To whom, what and how much, and the PIN; then everything once more before it is sent. */
export function TransferForm({ minimums, member }: { minimums: ByWallet; member: Member }) {
  const { t } = useTexts();
  const transfer = useTransfer(minimums, member);
  const { kept, busy, reviewing } = transfer;
  const held = heldUntil(member);
  const heldReason = useHeldReason(held);
  return (
    <form
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (held === null) transfer.submit();
      }}
    >
      <OutgoingHeld until={held} />
      {kept ? (
        <Unanswered
          title={t('transfer.lost')}
          text={t('transfer.lost.text')}
          what={`${kept.input.amount} ${walletById(kept.input.walletId as WalletId).name} · ${kept.input.recipientName}`}
          busy={busy}
          onLetGo={transfer.letGo}
        />
      ) : (
        <>
          <Recipient transfer={transfer} />
          <Amount transfer={transfer} />
        </>
      )}
      <PinCard entry={transfer} />
      <Button full type="submit" busy={busy && !reviewing} reason={heldReason}>
        {kept ? t('miner.ask') : t('transfer.submit')}
      </Button>
      <Review transfer={transfer} />
    </form>
  );
}

function Recipient({ transfer: { recipient } }: { transfer: Transfer }) {
  const { t } = useTexts();
  return (
    <Card className="stack-5">
      <Field label={t('transfer.to')} hint={t('transfer.to.hint')} error={recipient.error}>
        {(wire) => (
          <TextInput
            {...wire}
            ref={recipient.input}
            name="recipient"
            value={recipient.typed}
            maxLength={32}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => recipient.type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void recipient.find();
            }}
          />
        )}
      </Field>
      {recipient.name === null ? (
        <Button full variant="secondary" busy={recipient.busy} onClick={() => void recipient.find()}>
          {t('transfer.find')}
        </Button>
      ) : (
        <p className={styles.found} role="status">
          <UserRoundCheck size={22} aria-hidden="true" />
          <span>
            <strong>{recipient.name}</strong>
            <span className="soft">{t('transfer.found')}</span>
          </span>
        </p>
      )}
    </Card>
  );
}

function Amount({ transfer }: { transfer: Transfer }) {
  const { t, tag } = useTexts();
  const { wallet, wallets, minUnits } = transfer;
  const min = `${formatUnits(minUnits, wallet.precision, tag)} ${wallet.name}`;
  return (
    <Card className="stack-5">
      <Field label={t('transfer.wallet')}>
        {(wire) => (
          <Select
            {...wire}
            name="wallet_type"
            value={wallet.id}
            onChange={({ target }) => transfer.change({ walletId: Number(target.value) })}
          >
            {wallets.map((id) => (
              <option key={id} value={id}>
                {walletById(id).name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AmountField
        label={t('transfer.amount')}
        aside={<Balance wallet={wallet} />}
        hint={t('transfer.amount.hint', { min })}
        wallet={wallet}
        entry={transfer}
        onChange={(amount) => transfer.change({ amount })}
      />
      <Field label={t('transfer.note')} hint={t('transfer.note.hint')}>
        {(wire) => (
          <TextInput
            {...wire}
            name="note"
            value={transfer.note}
            maxLength={TRANSFER_NOTE_MAX}
            autoComplete="off"
            onChange={(event) => transfer.change({ note: event.target.value })}
          />
        )}
      </Field>
    </Card>
  );
}

/** Everything once more: to whom, what leaves, what arrives, what is left. */
function Review({ transfer }: { transfer: Transfer }) {
  const { t } = useTexts();
  const { busy, again, wallet, amountUnits, recipient, note } = transfer;
  const left = wallet.balanceUnits - (amountUnits ?? 0n);
  return (
    <Sheet
      open={transfer.reviewing}
      onClose={transfer.cancel}
      dismissable={!busy}
      title={t('transfer.review')}
      footer={
        <ActionFooter
          action={t('transfer.accept')}
          onAction={transfer.confirm}
          busy={busy}
          status={again && t('transfer.again')}
          cancel={t('common.cancel')}
          onCancel={transfer.cancel}
        />
      }
    >
      <Facts columns ruled>
        <Fact label={t('transfer.to')} note={recipient.typed.trim()}>
          {recipient.name}
        </Fact>
        <Fact
          label={t('transfer.amount')}
          note={
            left >= 0n && (
              <>
                {t('miner.review.left')} <Money units={left} precision={wallet.precision} asset={wallet.name} />
              </>
            )
          }
        >
          <Money units={amountUnits ?? 0n} precision={wallet.precision} asset={wallet.name} hideable={false} />
        </Fact>
        <Fact label={t('transfer.fee')}>{t('transfer.fee.none')}</Fact>
        <Fact label={t('transfer.arrives')} note={t('transfer.arrives.now')}>
          <Money units={amountUnits ?? 0n} precision={wallet.precision} asset={wallet.name} hideable={false} />
        </Fact>
        {note.trim() !== '' && <Fact label={t('transfer.note')}>{note.trim()}</Fact>}
      </Facts>
      <Notice>{t('transfer.final')}</Notice>
    </Sheet>
  );
}
