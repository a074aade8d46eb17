import type { stakingAll } from '@minerx/contract/staking';
import { CYCLES, isActiveCycle, type CycleName } from '@minerx/rules/cycle';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Money } from '@minerx/ui/money';
import { Tabs } from '@minerx/ui/tabs';
import { useUi } from '@minerx/ui/ui-context';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { callOf, request } from '../../../base/api.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './cycle-dial.module.css';
import { Dial } from './dial.tsx';
import { useTurn } from './use-turn.ts';

const PRICE_DECIMALS = 2;
const tabs = CYCLES.map(({ name }) => ({ id: name, label: name }));

const offer = callOf<typeof stakingAll>('GET', 'staking/all', 'member');

/** The four cycles of staking: a tab, an arrow key or a swipe turns the dial by a quarter. */
export default function CycleDial() {
  const { t, format } = useTexts();
  const { Link } = useUi();
  const { place, degrees, disc, turnTo, hand } = useTurn();
  const cycle = CYCLES[place] ?? CYCLES[0];
  const active = isActiveCycle(cycle);
  // Below the key of all of staking: what changes there is asked for anew.
  const staking = useQuery({ queryKey: ['staking', 'home'], queryFn: ({ signal }) => request(offer, { signal }) });
  return (
    <Card className="stack-3">
      <h2 className={styles.title}>{t('home.cycles')}</h2>
      <Tabs<CycleName>
        label={t('home.cycles')}
        tabs={tabs}
        current={cycle.name}
        onChange={(name) => turnTo(CYCLES.findIndex((each) => each.name === name))}
      >
        <Dial current={cycle} degrees={degrees} disc={disc} hand={hand}>
          <span className={styles.label}>{t('home.cycle.price')}</span>
          <Money
            units={cycle.priceUnits}
            precision={PRICE_DECIMALS}
            size="large"
            hideable={false}
            className={styles.price}
          />
          <span className={styles.label}>USDT</span>
        </Dial>
        <dl className={styles.facts}>
          <div>
            <dt>{t('home.cycle.start')}</dt>
            <dd>
              <time dateTime={cycle.startDay}>{format.utcDay(cycle.startDay)}</time>
            </dd>
          </div>
          <div>
            <dt>{t('home.cycle.status')}</dt>
            <dd className={classes(styles.status, active && styles.active)}>
              {active ? t('home.cycle.active') : t('home.cycle.inactive')}
            </dd>
          </div>
        </dl>
      </Tabs>
      <Link to="/profile/staking" className={styles.more}>
        <span className="line-2 grow apart wraps">
          {t('staking.banner')}
          {staking.data?.available === false && <span className="soft">{t('staking.banner.closed')}</span>}
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </Card>
  );
}
