import { PICO } from '@minerx/rules/mining-reward';
import { Button } from '@minerx/ui/button';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Calculator, CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { recompute, type Recomputed } from './recompute.ts';
import type { Receipt } from './reward.api.ts';
import styles from './receipt.module.css';
import { Sat } from './sat.tsx';
import { picoText } from './texts.ts';

/** Computes the reward again in this browser, from the receipt's inputs alone, and says whether it is what was credited. */
export function RecomputePanel({ receipt }: { receipt: Receipt }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<Recomputed | 'impossible' | null>(null);
  const run = () => {
    try {
      setOutcome(recompute(receipt.inputs, receipt));
    } catch {
      // Inputs that no settlement can have written.
      setOutcome('impossible');
    }
  };
  return (
    <section className="stack-3">
      <p className="soft">{t('order.receipt.recompute.text')}</p>
      <Button
        full
        variant={outcome ? 'secondary' : 'primary'}
        size="medium"
        icon={<Calculator size={18} aria-hidden="true" />}
        onClick={run}
      >
        {t('order.receipt.recompute')}
      </Button>
      <div role="status">
        {outcome === 'impossible' && <Verdict isEqual={false} />}
        {outcome && outcome !== 'impossible' && <Steps outcome={outcome} receipt={receipt} />}
      </div>
    </section>
  );
}

function Steps({ outcome, receipt }: { outcome: Recomputed; receipt: Receipt }) {
  const { t, tag } = useTexts();
  const { reward } = outcome;
  return (
    <>
      <Verdict isEqual={outcome.isEqual} />
      <Facts ruled small className={styles.lines}>
        <Fact label={t('order.receipt.step.work')}>{picoText(tag, outcome.workPicoBlocks)}</Fact>
        <Fact label={t('order.receipt.step.gross')}>
          <Sat pico={outcome.grossPicoSat} />
        </Fact>
        <Fact label={t('order.receipt.step.net')}>
          <Sat pico={outcome.netPicoSat} />
        </Fact>
        {receipt.inputs.before && (
          <Fact label={t('order.receipt.step.before')}>
            <Sat pico={outcome.beforePicoSat} />
          </Fact>
        )}
        <Fact label={t('order.receipt.step.carry')}>
          <Sat pico={outcome.withCarryPicoSat} />
        </Fact>
        <Fact label={reward.capped ? t('order.receipt.step.capped') : t('order.receipt.step.paid')}>
          <Sat pico={reward.rewardSat * PICO} />
        </Fact>
        <Fact label={t('order.receipt.step.left')}>
          <Sat pico={reward.carryPicoSat} />
        </Fact>
        <Fact label={t('order.receipt.step.value')}>
          <Money units={reward.usdValueUnits} precision={2} prefix="$" />
        </Fact>
        <Fact label={t('order.receipt.credited')}>
          <Money units={receipt.rewardUnits} precision={8} asset="BTC" />
        </Fact>
      </Facts>
    </>
  );
}

function Verdict({ isEqual }: { isEqual: boolean }) {
  const { t } = useTexts();
  return (
    <p
      ref={(line) => line?.scrollIntoView({ block: 'nearest' })}
      className={styles.verdict}
      data-equal={isEqual || undefined}
    >
      {isEqual ? <CircleCheck size={20} aria-hidden="true" /> : <CircleX size={20} aria-hidden="true" />}
      {isEqual ? t('order.receipt.equal') : t('order.receipt.notEqual')}
    </p>
  );
}
