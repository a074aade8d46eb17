import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { Button, buttonClass } from '@minerx/ui/button';
import { IconLink } from '@minerx/ui/icon-link';
import { Skeleton } from '@minerx/ui/skeleton';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useChances } from '../../features/blessing/blessing.api.ts';
import { ChanceFigures, ChancesWaiting } from '../../features/blessing/chances.tsx';
import { HowItWorks } from '../../features/blessing/how-it-works.tsx';
import { PrizeListRow } from '../../features/blessing/prize-list.tsx';
import { RayaHero } from '../../features/blessing/raya-hero.tsx';
import { SeedRow } from '../../features/blessing/proof/seed-row.tsx';
import { GoldButton, Raya } from '../../features/blessing/raya.tsx';
import { useGoPick, useUnclaimedAlert } from '../../features/blessing/use-entry.ts';
import { useTexts } from '../../i18n/texts.ts';

export function RayaScreen() {
  const { t } = useTexts();
  const chances = useChances();
  useUnclaimedAlert(chances);
  const pick = useGoPick(chances);
  // What failed asks again itself.
  const hasFailed = chances.isError && chances.data === undefined;
  const hasNone = chances.data?.packId === null;
  return (
    <Raya>
      <Page
        title={t('blessing.title')}
        backTo="/"
        action={
          <IconLink
            to="/duitraya/history"
            label={t('blessing.history')}
            icon={<History size={24} aria-hidden="true" />}
            tone="accent"
          />
        }
        bar={
          hasFailed ? null : hasNone ? (
            // It says why; the way to a pick is what shines then.
            <div className="stack-2">
              <nav aria-label={t('blessing.earn')}>
                <Link to="/miner" className={buttonClass({ full: true })}>
                  {t('blessing.earn')}
                </Link>
              </nav>
              <Button variant="secondary" full onClick={pick}>
                {t('blessing.pick')}
              </Button>
            </div>
          ) : (
            <GoldButton busy={chances.isFetching && chances.data === undefined} onClick={pick}>
              {t('blessing.pick')}
            </GoldButton>
          )
        }
      >
        <RayaHero />
        <Loaded query={chances} skeleton={<ChancesWaiting />}>
          {(data) => <ChanceFigures chances={data} />}
        </Loaded>
        <PrizeListRow />
        {chances.data ? <SeedRow seed={chances.data.seed} /> : chances.isPending && <Skeleton height="4rem" />}
        <HowItWorks withWay={!hasNone} />
      </Page>
    </Raya>
  );
}
