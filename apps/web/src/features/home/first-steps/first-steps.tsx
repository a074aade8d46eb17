import type { packageAll } from '@minerx/contract/miner-package';
import type { Member } from '@minerx/contract/profile';
import { firstMiner, type FirstMiner } from '@minerx/rules/first-miner';
import { ceilToPrecision, formatUnits, units, unitsFrom, type Units } from '@minerx/rules/money';
import { WALLET, WALLETS, type ByWallet } from '@minerx/rules/wallet';
import { ABOUT, formatUnits as writeUnits, NBSP } from '@minerx/ui/amount-text';
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

/** What leads a member to the first miner, until it mines: where they are, the next step as a link, and of a later one what comes before it. */
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
  const missing = formatUnits(units(way.costCw - balances[WALLET.CW]!));
  const usdt = (amount: Units) => writeUnits(amount, 2, tag);
  const about = ABOUT + writeUnits(way.feeAogtd, 4, tag);
  const fee = `${usdt(way.parts.activation)}${NBSP}USDT (${about}${NBSP}AOGTD)`;
  const steps: readonly StepWords[] = [
    moneyWords(t, usdt, way, hasMoney ? way.fromZero : lacking),
    { text: t('home.start.swap', { amount: writeUnits(way.costCw, 0, tag) }) },
    { text: t('home.start.subscribe') },
    { text: t('home.start.activate'), detail: t('home.start.activate.fee', { amount: fee }) },
  ];
  const ways = [
    { to: '/asset/spot/deposit', search: { back: '/' } },
    { to: '/asset/spot/swap', search: { to: WALLET.CW, get: missing, back: '/' } },
    { to: '/miner/purchase' },
    { to: '/order' },
  ] as const;
  return (
    <Card className={`stack-3 ${styles.card}`}>
      <h2>{t('home.start')}</h2>
      <ol className={styles.steps}>
        {steps.map((words, place) => (
          <li key={place}>
            {place === next ? (
              <Link {...ways[place]} className={styles.step} data-state="next" aria-current="step">
                <Step place={place} next={next} {...words} />
                <ChevronRight size={18} aria-hidden="true" />
              </Link>
            ) : (
              <div className={styles.step} data-state={place < next ? 'done' : 'later'}>
                <Step place={place} next={next} {...words} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <Link to="/profile/helpcenter" className={styles.help}>
        {t('home.start.help')}
      </Link>
    </Card>
  );
}

/** What is to be added, and what it is for; of a part of it, what all takes. */
function moneyWords(
  t: Texts['t'],
  usdt: (amount: Units) => string,
  { fromZero, parts: { miner, activation, swaps } }: FirstMiner,
  lacking: Units,
): StepWords {
  if (lacking < fromZero)
    return {
      text: t('home.start.money', { amount: usdt(lacking) }),
      detail: t('home.start.money.rest', { amount: usdt(fromZero) }),
    };
  const parts = { miner: usdt(miner), activation: usdt(activation), swaps: usdt(swaps) };
  return { text: t('home.start.money', { amount: usdt(fromZero) }), detail: t('home.start.money.parts', parts) };
}

interface StepWords {
  text: string;
  /** What the step's figure is made of. */
  detail?: string;
}

interface StepProps extends StepWords {
  place: number;
  /** The one that can be taken now. */
  next: number;
}

function Step({ place, next, text, detail }: StepProps): ReactNode {
  const { t } = useTexts();
  const done = place < next;
  return (
    <>
      <span className={styles.mark}>{done ? <Check size={16} aria-hidden="true" /> : place + 1}</span>
      <span>
        {text}
        {done && <span className="unseen"> {t('home.start.done')}</span>}
        {detail && !done && <small className={styles.detail}>{detail}</small>}
        {place > next && <small className={styles.detail}>{t('home.start.after', { step: place })}</small>}
      </span>
    </>
  );
}
