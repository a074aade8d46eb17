import { formatUnits } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextInput } from '@minerx/ui/text-input';
import { variant } from '@minerx/rules/wire-language';
import { AmountField, Balance } from '../../base/form/move-form.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { StakingOffer } from './staking.api.ts';
import styles from './staking.module.css';
import { type Stake } from './use-stake.ts';

export function Amounts({ offer, stake }: { offer: StakingOffer; stake: Stake }) {
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
