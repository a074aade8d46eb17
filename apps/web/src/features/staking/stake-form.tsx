import type { Member } from '@minerx/contract/profile';
import { Button, buttonClass } from '@minerx/ui/button';
import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { Intent } from '@minerx/contract/intent';
import { PinCard } from '../../base/form/pin-card.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { StakeSheet } from './stake-sheet.tsx';
import type { StakeInput, StakingOffer } from './staking.api.ts';
import styles from './staking.module.css';
import { useStake } from './use-stake.ts';
import { Amounts } from './stake-amounts.tsx';

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
