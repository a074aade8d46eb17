import { ActionFooter } from '@minerx/ui/action-footer';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import { Notice } from '@minerx/ui/notice';
import { Sheet } from '@minerx/ui/sheet';
import { TextInput } from '@minerx/ui/text-input';
import { UserRoundCheck } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './transfer-form.module.css';
import { type Transfer } from './use-transfer.ts';

export function Recipient({ transfer: { recipient } }: { transfer: Transfer }) {
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
        <Button full variant="secondary" sends busy={recipient.busy} onClick={() => void recipient.find()}>
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

/** Everything once more: to whom, what leaves, what arrives, what is left. */
export function Review({ transfer }: { transfer: Transfer }) {
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
        {note.trim() !== '' && <Fact label={t('transaction.note')}>{note.trim()}</Fact>}
      </Facts>
      <Notice>{t('transfer.final')}</Notice>
    </Sheet>
  );
}
