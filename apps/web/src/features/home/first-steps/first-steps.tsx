import type { packageAll } from '@minerx/contract/miner-package';
import { formatUnits, units, unitsFrom } from '@minerx/rules/money';
import { unitsForUsd, usdValue, WALLET } from '@minerx/rules/wallet';
import { Card } from '@minerx/ui/card';
import { formatUnits as writeUnits } from '@minerx/ui/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { callOf, request } from '../../../base/api.ts';
import { memberQuery } from '../../../base/member.ts';
import { ownWallet } from '../../../base/own-wallet.ts';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './first-steps.module.css';

const OWN_MINER = 1;
const packages = callOf<typeof packageAll>('GET', 'package/all', 'member');

/** What an own miner costs in USDT; null while it is not offered. */
const useMinerCost = () =>
  useQuery({
    queryKey: ['package', 'own'],
    queryFn: async ({ signal }) => {
      const { package: offered } = await request(packages, { signal });
      const own = offered.find(({ package_id }) => package_id === OWN_MINER);
      return own === undefined ? null : units(unitsFrom(own.package_price) * BigInt(own.package_quantity));
    },
    staleTime: 60_000,
  });

/** What leads a member to the first miner, until it mines: where they are, and the next step as a link. */
export default function FirstSteps() {
  const { t, tag } = useTexts();
  const { data: member } = useQuery(memberQuery);
  const { data: costUsdt } = useMinerCost();
  if (!member || !costUsdt || member.member_has_mined) return null;
  const [usdt, cw] = [ownWallet(member, WALLET.USDT), ownWallet(member, WALLET.CW)];
  if (cw.priceUnits <= 0n) return null;
  const cost = unitsForUsd(WALLET.CW, costUsdt, cw.priceUnits);
  const hasCost = cw.balanceUnits >= cost;
  const hasMoney = hasCost || usdt.balanceUnits + usdValue(WALLET.CW, cw.balanceUnits, cw.priceUnits) >= costUsdt;
  const hasMiner = unitsFrom(member.member_capital) > 0n;
  const next = hasMiner ? 3 : hasCost ? 2 : hasMoney ? 1 : 0;
  const missing = formatUnits(units(hasCost ? 0n : cost - cw.balanceUnits));
  const stateOf = (place: number) => (place < next ? 'done' : place === next ? 'next' : 'later');
  return (
    <Card className="stack-3">
      <h2>{t('home.start')}</h2>
      <ol className={styles.steps}>
        <li>
          <Link to="/asset/spot/deposit" className={styles.step} data-state={stateOf(0)}>
            <Step place={0} next={next} text={t('home.start.money')} />
          </Link>
        </li>
        <li>
          <Link
            to="/asset/spot/swap"
            search={{ to: WALLET.CW, get: missing, back: '/' }}
            className={styles.step}
            data-state={stateOf(1)}
          >
            <Step place={1} next={next} text={t('home.start.swap', { amount: writeUnits(cost, 0, tag) })} />
          </Link>
        </li>
        <li>
          <Link to="/miner/purchase" className={styles.step} data-state={stateOf(2)}>
            <Step place={2} next={next} text={t('home.start.subscribe')} />
          </Link>
        </li>
        <li>
          {hasMiner ? (
            <Link to="/order" className={styles.step} data-state="next">
              <Step place={3} next={next} text={t('home.start.activate')} />
            </Link>
          ) : (
            <span className={styles.step} data-state="later">
              <Step place={3} next={next} text={t('home.start.activate')} isBare />
            </span>
          )}
        </li>
      </ol>
    </Card>
  );
}

interface StepProps {
  place: number;
  next: number;
  text: string;
  /** Nothing opens: there is no miner yet. */
  isBare?: boolean;
}

function Step({ place, next, text, isBare = false }: StepProps): ReactNode {
  const { t } = useTexts();
  const done = place < next;
  return (
    <>
      <span className={styles.mark}>{done ? <Check size={16} aria-hidden="true" /> : place + 1}</span>
      <span>
        {text}
        {done && <span className="unseen"> {t('home.start.done')}</span>}
      </span>
      {!isBare && <ChevronRight size={18} aria-hidden="true" />}
    </>
  );
}
