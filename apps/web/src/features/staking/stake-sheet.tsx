import { ActionFooter } from '@minerx/ui/action-footer';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Sheet } from '@minerx/ui/sheet';
import { useTexts } from '../../i18n/texts.ts';
import type { StakeSide } from './stake-plan.ts';
import type { Stake } from './use-stake.ts';

/** The whole stake before anything is taken: how much from which wallet, what is left, what comes back when. */
export function StakeSheet({ stake }: { stake: Stake }) {
  const { t, format } = useTexts();
  const { busy, again, first, second, option } = stake;
  return (
    <Sheet
      open={stake.reviewing}
      onClose={stake.cancel}
      dismissable={!busy}
      title={t('staking.review')}
      footer={
        <ActionFooter
          action={t('staking.review.accept')}
          onAction={stake.confirm}
          busy={busy}
          status={again && t('staking.again')}
          cancel={t('common.cancel')}
          onCancel={stake.cancel}
        />
      }
    >
      <Facts columns ruled>
        <Payment side={first} />
        <Payment side={second} />
        <Fact label={t('staking.term')}>{t('staking.term.days', { count: option.termDays })}</Fact>
        <Fact label={t('staking.ends')}>{format.date(stake.endsAt)}</Fact>
        <Fact label={t('staking.back')}>{t('staking.back.text')}</Fact>
      </Facts>
    </Sheet>
  );
}

function Payment({ side: { name, precision, balanceUnits, units } }: { side: StakeSide }) {
  const { t } = useTexts();
  const pays = units ?? 0n;
  return (
    <Fact
      label={t('miner.review.from', { name })}
      note={
        balanceUnits >= pays && (
          <>
            {t('miner.review.left')} <Money units={balanceUnits - pays} precision={precision} asset={name} />
          </>
        )
      }
    >
      <Money units={pays} precision={precision} asset={name} hideable={false} />
    </Fact>
  );
}
