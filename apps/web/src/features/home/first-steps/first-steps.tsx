import type { packageAll } from '@minerx/contract/miner-package';
import type { Member } from '@minerx/contract/profile';
import { firstMiner, type FirstMiner } from '@minerx/rules/first-miner';
import { ceilToPrecision, formatUnits, units, unitsFrom, type Units } from '@minerx/rules/money';
import { WALLET, WALLETS, type ByWallet } from '@minerx/rules/wallet';
import { formatUnits as writeUnits } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { callOf, request } from '../../../base/api.ts';
import { memberQuery } from '../../../base/member.ts';
import { ownWallet } from '../../../base/own-wallet.ts';
import { useSwapPairs } from '../../../base/parts/swap-pairs.ts';
import { useTexts, type Texts } from '../../../i18n/texts.ts';
import styles from './first-steps.module.css';

const OWN_MINER = 1;
const packages = callOf<typeof packageAll>('GET', 'package/all', 'member');

/** What an own miner costs, and its activation; null while it is not offered. */
const useOwnMiner = () =>
  useQuery({
    queryKey: ['package', 'own'],
    queryFn: async ({ signal }) => {
      const { package: offered } = await request(packages, { signal });
      const own = offered.find(({ package_id }) => package_id === OWN_MINER);
      if (own === undefined) return null;
      const { package_price: price, package_quantity: quantity, package_activate_price: fee } = own;
      return { priceUnits: unitsFrom(price), quantity, activationFeeUnits: unitsFrom(fee) };
    },
    staleTime: 60_000,
  });

const byWallet = (member: Member, figure: 'balanceUnits' | 'priceUnits'): ByWallet =>
  Object.fromEntries(WALLETS.map(({ id }) => [id, ownWallet(member, id)[figure]]));

/** What leads a member to the first miner, until it mines: where they are, and the next step as a link. */
export default function FirstSteps() {
  const { t, tag } = useTexts();
  const { data: member } = useQuery(memberQuery);
  const { data: offer, isError: isOfferLost } = useOwnMiner();
  const { data: pairs, isError: arePairsLost } = useSwapPairs();
  // Nobody is led by steps that are not known; the ways into the screens stand below.
  if (member?.member_has_mined || offer === null || (!offer && isOfferLost) || (!pairs && arePairsLost)) return null;
  if (!member || !offer || !pairs) return <Card className={styles.card}>{null}</Card>;
  const balances = byWallet(member, 'balanceUnits');
  const way = firstMiner({ offer, balances, prices: byWallet(member, 'priceUnits'), pairs });
  if (way === null) return null;
  // What is there already need not be added once more.
  const lacking = ceilToPrecision(way.missing - balances[WALLET.USDT]!, 2);
  const hasCost = balances[WALLET.CW]! >= way.costCw;
  const hasMiner = unitsFrom(member.member_capital) > 0n;
  // Who has the miner has spent what it took.
  const hasMoney = hasMiner || hasCost || lacking <= 0n;
  const next = hasMiner ? 3 : hasCost ? 2 : hasMoney ? 1 : 0;
  const missing = formatUnits(units(hasCost ? 0n : way.costCw - balances[WALLET.CW]!));
  const fee = t('home.start.activate.fee', { amount: writeUnits(way.feeAogtd, 2, tag) });
  const stateOf = (place: number) => (place < next ? 'done' : place === next ? 'next' : 'later');
  return (
    <Card className={`stack-3 ${styles.card}`}>
      <h2>{t('home.start')}</h2>
      <ol className={styles.steps}>
        <li>
          <Link to="/asset/spot/deposit" search={{ back: '/' }} className={styles.step} data-state={stateOf(0)}>
            <Step place={0} next={next} {...moneyWords({ t, tag }, way, hasMoney ? way.fromZero : lacking)} />
          </Link>
        </li>
        <li>
          <Link
            to="/asset/spot/swap"
            search={{ to: WALLET.CW, get: missing, back: '/' }}
            className={styles.step}
            data-state={stateOf(1)}
          >
            <Step place={1} next={next} text={t('home.start.swap', { amount: writeUnits(way.costCw, 0, tag) })} />
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
              <Step place={3} next={next} text={t('home.start.activate')} detail={fee} />
            </Link>
          ) : (
            <span className={styles.step} data-state="later">
              <Step place={3} next={next} text={t('home.start.activate')} detail={fee} isBare />
            </span>
          )}
        </li>
      </ol>
      <Link to="/profile/helpcenter" className={styles.help}>
        {t('home.start.help')}
      </Link>
    </Card>
  );
}

/** What is to be added, and what it is for; of a part of it, what all takes. */
function moneyWords(
  { t, tag }: Pick<Texts, 't' | 'tag'>,
  { fromZero, parts: { miner, activation, swaps } }: FirstMiner,
  lacking: Units,
): Pick<StepProps, 'text' | 'detail'> {
  const usdt = (amount: Units) => writeUnits(amount, 2, tag);
  if (lacking < fromZero)
    return {
      text: t('home.start.money', { amount: usdt(lacking) }),
      detail: t('home.start.money.rest', { amount: usdt(fromZero) }),
    };
  const parts = { miner: usdt(miner), activation: usdt(activation), swaps: usdt(swaps) };
  return { text: t('home.start.money', { amount: usdt(fromZero) }), detail: t('home.start.money.parts', parts) };
}

interface StepProps {
  place: number;
  next: number;
  text: string;
  /** What the step's figure is made of. */
  detail?: string;
  /** Nothing opens: there is no miner yet. */
  isBare?: boolean;
}

function Step({ place, next, text, detail, isBare = false }: StepProps): ReactNode {
  const { t } = useTexts();
  const done = place < next;
  return (
    <>
      <span className={styles.mark}>{done ? <Check size={16} aria-hidden="true" /> : place + 1}</span>
      <span>
        {text}
        {done && <span className="unseen"> {t('home.start.done')}</span>}
        {detail && !done && <small className={styles.detail}>{detail}</small>}
      </span>
      {!isBare && <ChevronRight size={18} aria-hidden="true" />}
    </>
  );
}
