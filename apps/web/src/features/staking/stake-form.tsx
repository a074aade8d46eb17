import type { Member } from '@minerx/contract/profile';
import { Button, buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { formatUnits } from '@minerx/ui/money';
import { Select } from '@minerx/ui/select';
import { TextInput } from '@minerx/ui/text-input';
import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { Intent } from '../../base/asking/intent.ts';
import { variant } from '@minerx/rules/wire-language';
import { AmountField, Balance } from '../../base/form/move-form.tsx';
import { PinCard } from '../../base/form/pin-card.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { StakeSheet } from './stake-sheet.tsx';
import type { StakeInput, StakingOffer } from './staking.api.ts';
import styles from './staking.module.css';
import { useStake, type Stake } from './use-stake.ts';

/** Type, both amounts, what comes back when, and the PIN. While staking is off it lies inert under a note that says so. */
export function StakeForm({ offer, member }: { offer: StakingOffer; member: Member }) {
  const { t } = useTexts();
  const stake = useStake(offer, member);
  const { kept, busy, reviewing, submit } = stake;
  const closed = !offer.available && kept === null;
  return (
    <div className={styles.place}>
      <form
        className="stack-4"
        noValidate
        inert={closed}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {kept ? (
          <Unanswered
            title={t('staking.lost')}
            text={t('staking.lost.text')}
            what={<Sent kept={kept} offer={offer} />}
            way={
              <Link to="/profile/staking/history" className={buttonClass({ variant: 'secondary', size: 'medium' })}>
                {t('staking.history')}
              </Link>
            }
            busy={busy}
            onLetGo={stake.letGo}
          />
        ) : (
          <Amounts offer={offer} stake={stake} />
        )}
        <PinCard entry={stake} />
        <SubmitButton closed={closed} asks={kept !== null} busy={busy && !reviewing} />
      </form>
      {closed && <Closed />}
      <StakeSheet stake={stake} />
    </div>
  );
}

/** What was sent, and nobody knows yet what became of it. */
function Sent({ kept: { input }, offer }: { kept: Intent<StakeInput>; offer: StakingOffer }) {
  const { format } = useTexts();
  const name = offer.options.find(({ id }) => id === input.typeId)?.name;
  return (
    <span className="figure">
      {[input.amount, input.amount2].map((amount) => format.number(Number(amount), 2)).join(' + ')}
      {name !== undefined && ` · ${name}`}
    </span>
  );
}

function Amounts({ offer, stake }: { offer: StakingOffer; stake: Stake }) {
  const { t, tag, language, format } = useTexts();
  const { option, first, second } = stake;
  const bound = (units: bigint) => formatUnits(units, units % 100_000_000n === 0n ? 0 : first.precision, tag);
  return (
    <Card className="stack-5">
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
      <AmountField
        label={t('staking.amount')}
        aside={<Balance wallet={first} />}
        hint={t('staking.amount.hint', { min: bound(stake.minUnits), max: bound(option.maxUnits) })}
        wallet={first}
        lacking={stake.lacking}
        entry={stake}
        onChange={stake.type}
        onBlur={stake.checkAmount}
      />
      <Field label={t('staking.amount2')} aside={<Balance wallet={second} />} hint={t('staking.amount2.hint')}>
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
      <Facts columns quiet className={styles.facts}>
        <Fact label={t('staking.term')}>{t('staking.term.days', { count: option.termDays })}</Fact>
        <Fact label={t('staking.ends')}>{format.date(stake.endsAt)}</Fact>
        <Fact label={t('staking.back')}>{t('staking.back.text')}</Fact>
      </Facts>
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
        <p className="soft">{t('staking.unavailable.text')}</p>
      </div>
    </div>
  );
}
