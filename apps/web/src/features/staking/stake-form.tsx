import type { Member } from '@minerx/contract/profile';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { EmptyState } from '@minerx/ui/empty-state';
import { Fact, Facts } from '@minerx/ui/facts';
import { variant } from '@minerx/rules/wire-language';
import type { Intent } from '@minerx/contract/intent';
import { PinCard } from '../../base/form/pin-card.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { StakeSheet } from './stake-sheet.tsx';
import type { StakeInput, StakingOffer } from './staking.api.ts';
import styles from './staking.module.css';
import { useStake } from './use-stake.ts';
import locked from '../../base/art/empty-lock.svg';
import { Amounts } from './stake-amounts.tsx';

/** Type, both amounts, what comes back when, and the PIN. While staking is off it lies inert and out of sight under a note that says so. */
export function StakeForm({ offer, member }: { offer: StakingOffer; member: Member }) {
  const { t } = useTexts();
  const stake = useStake(offer, member);
  const { kept, busy, reviewing, submit } = stake;
  const closed = !offer.available && kept === null;
  return (
    <>
      <form
        className="stack-4"
        noValidate
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
            way={{ to: '/profile/staking/history', text: t('staking.history') }}
            busy={busy}
            onLetGo={stake.letGo}
          />
        ) : (
          <div className={styles.place}>
            {closed && <Closed offer={offer} />}
            <div className="stack-4" inert={closed}>
              <Amounts offer={offer} stake={stake} />
            </div>
          </div>
        )}
        {!closed && <PinCard entry={stake} />}
        <SubmitButton closed={closed} asks={kept !== null} busy={busy && !reviewing} />
      </form>
      <StakeSheet stake={stake} />
    </>
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

function SubmitButton({ closed, asks, busy }: { closed: boolean; asks: boolean; busy: boolean }) {
  const { t } = useTexts();
  return (
    <Button full type="submit" sends busy={busy} aria-disabled={closed || undefined}>
      {asks ? t('miner.ask') : t('staking.submit')}
    </Button>
  );
}

/** Lies over the amounts while operators have staking switched off: what it would be, and what goes on. */
function Closed({ offer }: { offer: StakingOffer }) {
  const { t, language } = useTexts();
  return (
    <Card className={styles.closed} role="status">
      <EmptyState art={locked} text={t('staking.unavailable')} hint={t('staking.unavailable.text')} />
      <Facts small ruled>
        {offer.options.map(({ id, wire, termDays }) => (
          <Fact key={id} label={variant(wire, 'staking_name2', language)}>
            {t('staking.term.days', { count: termDays })}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
