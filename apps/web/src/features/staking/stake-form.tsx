import type { Member } from '@minerx/contract/profile';
import { AmountInput } from '@minerx/ui/amount-input';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { formatUnits, Money } from '@minerx/ui/money';
import { PinInput } from '@minerx/ui/pin-input';
import { Select } from '@minerx/ui/select';
import { TextInput } from '@minerx/ui/text-input';
import { LockKeyhole } from 'lucide-react';
import { variant } from '@minerx/rules/wire-language';
import { codeText } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Fact } from './fact.tsx';
import type { StakeSide } from './stake-plan.ts';
import { StakeSheet } from './stake-sheet.tsx';
import type { StakingOffer } from './staking.api.ts';
import styles from './staking.module.css';
import { Unanswered } from './unanswered.tsx';
import { useStake, type Stake } from './use-stake.ts';

/** Type, both amounts, what comes back when, and the PIN. While staking is off it lies inert under a note that says so. */
export function StakeForm({ offer, member }: { offer: StakingOffer; member: Member }) {
  const stake = useStake(offer, member);
  const { kept, busy, reviewing, submit } = stake;
  const closed = !offer.available && kept === null;
  return (
    <div className={styles.place}>
      <form
        className={styles.form}
        noValidate
        inert={closed}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {kept ? (
          <Unanswered kept={kept} offer={offer} busy={busy} onLetGo={stake.letGo} />
        ) : (
          <Amounts offer={offer} stake={stake} />
        )}
        <PinCard stake={stake} />
        <SubmitButton closed={closed} asks={kept !== null} busy={busy && !reviewing} />
      </form>
      {closed && <Closed />}
      <StakeSheet stake={stake} />
    </div>
  );
}

function Amounts({ offer, stake }: { offer: StakingOffer; stake: Stake }) {
  const { t, tag, language, format } = useTexts();
  const { option, first, second, errors } = stake;
  const bound = (units: bigint) => formatUnits(units, units % 100_000_000n === 0n ? 0 : first.precision, tag);
  return (
    <Card className={styles.card}>
      <Field label={t('staking.type')}>
        {(wire) => (
          <Select
            {...wire}
            name="staking_type"
            value={option.id}
            onChange={({ target }) => stake.choose(Number(target.value))}
          >
            {offer.options.map(({ id, wire: type }) => (
              <option key={id} value={id}>
                {variant(type, 'staking_name2', language)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('staking.amount')}
        aside={<Balance side={first} />}
        hint={t('staking.amount.hint', { min: bound(stake.minUnits), max: bound(option.maxUnits) })}
        error={
          errors.amount && (errors.wallet ? t('miner.short', { wallet: errors.wallet }) : codeText(t, errors.amount))
        }
      >
        {(wire) => (
          <AmountInput
            {...wire}
            ref={stake.amountInput}
            name="amount"
            value={stake.amount}
            onChange={stake.type}
            onBlur={stake.checkAmount}
            precision={first.precision}
            asset={first.name}
            onMax={stake.max}
          />
        )}
      </Field>
      <Field label={t('staking.amount2')} aside={<Balance side={second} />} hint={t('staking.amount2.hint')}>
        {(wire) => (
          <TextInput
            {...wire}
            className="figure"
            name="amount2"
            readOnly
            value={second.units === null ? '' : formatUnits(second.units, second.precision, tag)}
            placeholder={formatUnits(0n, second.precision, tag)}
            trail={<span className={styles.asset}>{second.name}</span>}
          />
        )}
      </Field>
      <dl className={styles.facts}>
        <Fact label={t('staking.term')}>{t('staking.term.days', { count: option.termDays })}</Fact>
        <Fact label={t('staking.ends')}>{format.date(stake.endsAt)}</Fact>
        <Fact label={t('staking.back')}>{t('staking.back.text')}</Fact>
      </dl>
    </Card>
  );
}

function Balance({ side: { balanceUnits, precision, name } }: { side: StakeSide }) {
  const { t } = useTexts();
  return (
    <span className={styles.balance}>
      {t('miner.balance')} <Money units={balanceUnits} precision={precision} asset={name} />
    </span>
  );
}

function PinCard({ stake }: { stake: Stake }) {
  const { t } = useTexts();
  const { pin } = stake.errors;
  return (
    <Card className={styles.pin}>
      <Field label={t('miner.pin')} hint={t('miner.pin.hint')} error={pin && codeText(t, pin)}>
        {(wire) => (
          <PinInput {...wire} ref={stake.pinInput} value={stake.pin} onChange={stake.setPin} enterKeyHint="done" />
        )}
      </Field>
    </Card>
  );
}

function SubmitButton({ closed, asks, busy }: { closed: boolean; asks: boolean; busy: boolean }) {
  const { t } = useTexts();
  return (
    <Button full type="submit" busy={busy} aria-disabled={closed || undefined}>
      {asks ? t('miner.ask') : t('staking.submit')}
    </Button>
  );
}

/** Lies over the form while operators have staking switched off. */
function Closed() {
  const { t } = useTexts();
  return (
    <div className={styles.veil}>
      <div className={styles.closed} role="status">
        <span className={styles.lock}>
          <LockKeyhole size={26} aria-hidden="true" />
        </span>
        <p className={styles.closedTitle}>{t('staking.unavailable')}</p>
        <p className={styles.closedText}>{t('staking.unavailable.text')}</p>
      </div>
    </div>
  );
}
