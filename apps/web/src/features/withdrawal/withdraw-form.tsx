import type { Member } from '@minerx/contract/profile';
import { unitsOf } from '@minerx/rules/money';
import type { WalletId } from '@minerx/rules/wallet';
import { AmountInput } from '@minerx/ui/amount-input';
import { formatUnits } from '@minerx/ui/amount-text';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { ConfirmCard } from '../../base/form/confirm-card.tsx';
import { EmptyWallet } from '../../base/form/empty-wallet.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { heldUntil, OutgoingHeld, useHeldReason } from '../../base/parts/outgoing-held.tsx';
import { AmountFault, amountFaultText, Balance } from '../../base/form/move-form.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useWithdraw, type WithdrawUse } from './use-withdraw.ts';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import { coinText, decimalsOf, lessOf } from './withdraw-input.ts';
import styles from './withdraw.module.css';
import type { Target, WithdrawalOption } from './withdrawal.api.ts';
import { obstacleText, Place } from './withdraw-place.tsx';

interface WithdrawProps {
  member: Member;
  options: readonly WithdrawalOption[];
  /** The wallet that somebody comes from. */
  meant: WalletId | undefined;
}

/** What, how much and on which network, to the saved address; PIN and mailed code; then everything once more. */
export function WithdrawForm({ member, options, meant }: WithdrawProps) {
  const { t, format, tag } = useTexts();
  const use = useWithdraw(member, options, meant);
  const { option, wallet, kept, busy } = use;
  const isEmpty = kept === null && wallet.balanceUnits === 0n;
  const held = heldUntil(member);
  const heldReason = useHeldReason(held);
  const obstacle = kept === null ? obstacleText(option, t, format) : undefined;
  return (
    <form
      ref={use.form}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (held === null && !isEmpty) use.submit();
      }}
    >
      <OutgoingHeld until={held} />
      {kept ? (
        <Unanswered
          title={t('withdrawal.lost')}
          text={t('withdrawal.lost.text')}
          what={sentText(kept.input, tag)}
          way={{ to: '/asset/spot/withdraw/history', text: t('withdrawal.history') }}
          busy={busy}
          onLetGo={use.letGo}
        />
      ) : (
        <>
          {isEmpty && <EmptyWallet wallet={wallet} back="/asset/spot/withdraw" />}
          <Place use={use} options={options} />
          {!isEmpty && <Amount use={use} />}
        </>
      )}
      {(kept !== null || (option.obstacle === null && !isEmpty)) && (
        <ConfirmCard
          use={use}
          purpose="withdrawal"
          email={member.member_email}
          className="stack-5"
          hint={t('withdrawal.code.hint')}
        />
      )}
      <Button
        full
        sends
        type="submit"
        busy={busy && !use.reviewing}
        reason={heldReason ?? (isEmpty ? t('miner.short', { wallet: wallet.name }) : obstacle)}
      >
        {t(kept === null ? 'withdrawal.submit' : 'miner.ask')}
      </Button>
      <WithdrawSheet use={use} />
    </form>
  );
}

/** What went out without an answer: how much, and on which network. */
const sentText = ({ coin, amount, network }: Target, tag: string): string =>
  `${coinText(coin, amount, tag)} · ${network}`;

function Amount({ use }: { use: WithdrawUse }) {
  const { t } = useTexts();
  const shown = useShown(use);
  const { option, wallet, input, errors, sums } = use;
  const { isPossible } = sums;
  return (
    <Card className="stack-5">
      <Field
        label={t('withdrawal.amount')}
        aside={<Balance wallet={wallet} />}
        hint={t('withdrawal.amount.hint', {
          min: shown(unitsOf(option.minimum)),
          left: shown(unitsOf(option.limit_left)),
        })}
        error={errors.amount !== undefined && <Wrong use={use} fault={errors.amount} />}
      >
        {(wire) => (
          <AmountInput
            {...wire}
            name="amount"
            value={input.amount}
            onChange={(amount) => use.type({ amount })}
            onBlur={use.leaveAmount}
            precision={option.decimals}
            asset={wallet.name}
            onMax={use.max}
          />
        )}
      </Field>
      <Facts>
        <Sum label={t('withdrawal.arrives')} units={isPossible ? sums.amountUnits : null} use={use} />
        <Sum label={t('withdrawal.fee')} units={sums.feeUnits} use={use} />
        <Sum label={t('withdrawal.taken')} units={isPossible ? sums.takenUnits : null} use={use} />
        <Fact label={t('withdrawal.when')} wide>
          <span className={styles.plain}>{t('withdrawal.when.text', { count: option.review_hours })}</span>
        </Fact>
      </Facts>
    </Card>
  );
}

/** Writes an amount of the coin that is withdrawn. */
function useShown({ wallet }: WithdrawUse) {
  const { tag } = useTexts();
  return (units: bigint) => `${formatUnits(units, decimalsOf(units, wallet.precision), tag)} ${wallet.name}`;
}

/** What is wrong with the amount. */
function Wrong({ use, fault }: { use: WithdrawUse; fault: string }) {
  const { t } = useTexts();
  const shown = useShown(use);
  const { option, wallet } = use;
  const less = lessOf(option, fault, wallet.balanceUnits);
  const says: Record<string, () => string> = {
    err_withdrawal_minimum: () => t('withdrawal.least', { min: shown(unitsOf(option.minimum)) }),
    err_withdrawal_limit: () => t('withdrawal.most', { left: shown(unitsOf(option.limit_left)) }),
    err_insufficient_balance: () => t('withdrawal.short', { coin: wallet.name }),
  };
  return (
    <AmountFault
      why={says[fault]?.() ?? amountFaultText(t, fault, option.decimals)}
      most={less && shown(less)}
      onMost={() => {
        use.max();
        // The button goes with the error.
        use.form.current?.querySelector<HTMLElement>('[name="amount"]')?.focus();
      }}
    />
  );
}

/** Null: nothing is to be sent yet. */
function Sum({ label, units, use: { wallet } }: { label: string; units: bigint | null; use: WithdrawUse }) {
  return (
    <Fact label={label}>
      {units === null ? (
        '–'
      ) : (
        <Money units={units} precision={decimalsOf(units, wallet.precision)} asset={wallet.name} hideable={false} />
      )}
    </Fact>
  );
}

function FieldWaiting({ hint = false }: { hint?: boolean }) {
  return (
    <span className="stack-2">
      <Skeleton width="35%" height="1.3125rem" />
      <Skeleton height="3.25rem" />
      {hint && <Skeleton width="80%" height="1.3125rem" />}
    </span>
  );
}

/** In the shape of the form. */
export function WithdrawWaiting() {
  return (
    <div className="stack-4">
      <Card className="stack-5">
        <FieldWaiting />
        <FieldWaiting />
        <Skeleton height="3rem" />
        <Skeleton height="2.75rem" />
      </Card>
      <Card className="stack-5">
        <FieldWaiting hint />
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} height="1.5rem" />
        ))}
      </Card>
      <Card className="stack-5">
        <FieldWaiting hint />
        <FieldWaiting hint />
      </Card>
      <Skeleton height="3.25rem" />
    </div>
  );
}
