import { TRANSFER_NOTE_MAX } from '@minerx/rules/transfer';
import { walletById } from '@minerx/rules/wallet';
import { formatUnits } from '@minerx/ui/amount-text';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextInput } from '@minerx/ui/text-input';
import { AmountField, Balance } from '../../base/form/move-form.tsx';
import { EmptyWallet } from '../../base/form/empty-wallet.tsx';
import { TopUp } from '../../base/parts/top-up.tsx';
import { heldUntil, OutgoingHeld, useHeldReason } from '../../base/parts/outgoing-held.tsx';
import { PinCard } from '../../base/form/pin-card.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { sentText, useTransfer, type Transfer, type TransferUse } from './use-transfer.ts';
import { Recipient, Review } from './transfer-review.tsx';

const HERE = '/asset/spot/transfer';

/** To whom, what and how much, and the PIN; then everything once more before it is sent. */
export function TransferForm(use: TransferUse) {
  const { t, tag } = useTexts();
  const transfer = useTransfer(use);
  const { kept, busy, reviewing, recipient } = transfer;
  const held = heldUntil(use.member);
  const heldReason = useHeldReason(held);
  const { wallet, minUnits } = transfer;
  const short = kept === null && wallet.balanceUnits < minUnits;
  const isEmpty = kept === null && wallet.balanceUnits === 0n;
  return (
    <form
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (held === null && !short) transfer.submit();
      }}
    >
      <OutgoingHeld until={held} />
      {kept ? (
        <Unanswered
          title={t('transfer.lost')}
          text={t('transfer.lost.text')}
          what={sentText(kept.input, tag)}
          way={{ to: '/asset/spot/transaction/all', text: t('miner.lost.history') }}
          busy={busy}
          onLetGo={transfer.letGo}
        />
      ) : (
        <>
          {isEmpty ? <EmptyWallet wallet={wallet} back={HERE} /> : <Recipient transfer={transfer} />}
          <Amount transfer={transfer} isEmpty={isEmpty} />
        </>
      )}
      {!isEmpty && <PinCard entry={transfer} />}
      <Button
        full
        sends
        type="submit"
        busy={(busy && !reviewing) || recipient.busy}
        reason={heldReason ?? (short ? t('miner.short', { wallet: wallet.name }) : undefined)}
      >
        {kept ? t('miner.ask') : t('transfer.submit')}
      </Button>
      {short && !isEmpty && <TopUp walletId={wallet.id} back={HERE} />}
      <Review transfer={transfer} />
    </form>
  );
}

/** From which wallet, and how much of it, where there is any. */
function Amount({ transfer, isEmpty }: { transfer: Transfer; isEmpty: boolean }) {
  const { t } = useTexts();
  const { wallet, wallets } = transfer;
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
      {!isEmpty && <HowMuch transfer={transfer} />}
    </Card>
  );
}

function HowMuch({ transfer }: { transfer: Transfer }) {
  const { t, tag } = useTexts();
  const { wallet, minUnits } = transfer;
  const min = `${formatUnits(minUnits, wallet.precision, tag)} ${wallet.name}`;
  return (
    <>
      <AmountField
        label={t('transfer.amount')}
        aside={<Balance wallet={wallet} />}
        hint={t('transfer.amount.hint', { min })}
        wallet={wallet}
        entry={transfer}
        onChange={(amount) => transfer.change({ amount })}
        says={(code) => (code === 'err_transfer_amount' ? t('swap.least', { min }) : undefined)}
        less={transfer.less}
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
    </>
  );
}
