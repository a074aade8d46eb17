import { ZERO } from '@minerx/rules/money';
import { activationFee } from '@minerx/rules/purchase';
import { WALLET, WALLETS } from '@minerx/rules/wallet';
import { formatUnits as formatMoney, HIDDEN } from '@minerx/ui/amount-text';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { useUi } from '@minerx/ui/ui-context';
import { type ReactNode } from 'react';
import { ownWallet } from '../../base/own-wallet.ts';
import { ActivationFee } from '../../base/parts/activation-fee.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { wholePrecision } from './purchase-plan.ts';
import type { Purchase, Quote } from './use-purchase.ts';
import styles from './purchase-sheet.module.css';
import type { PurchaseSheetProps } from './purchase-sheet.tsx';

export function Point({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <li>
      <span className={styles.icon}>{icon}</span>
      <span>{text}</span>
    </li>
  );
}

/** What may go wrong, beside what agrees to it. */
export function Risk({ quote }: { quote: Quote }) {
  const { t } = useTexts();
  return <p className={styles.risk}>{t(quote.waits > 0 ? 'miner.review.risk.waits' : 'miner.review.risk')}</p>;
}

export function Review({ purchase, quote, ahead, queue, poolFeePpm }: PurchaseSheetProps & { quote: Quote }) {
  const { t, format } = useTexts();
  const { offer, input } = quote;
  return (
    <div className="stack-3">
      {quote.before && <p className={styles.warning}>{t('miner.changed.text')}</p>}
      <Facts columns ruled>
        <Fact label={t('miner.review.what')}>
          {t('miner.review.units', { count: input.quantity, name: t(`miner.package.${offer.id}`) })}
        </Fact>
        <Fact label={t('miner.totalPrice')}>
          <Money units={quote.totalUsdt} precision={2} asset="USDT" hideable={false} />
        </Fact>
        <Payments purchase={purchase} quote={quote} />
        <Fact label={t('miner.review.fee')} note={<Fee purchase={purchase} quote={quote} />}>
          <ActivationFee feeUnits={offer.activationFeeUnits} orders={input.quantity} />
        </Fact>
        {poolFeePpm !== undefined && (
          <Fact label={t('miner.review.poolFee')} note={t('miner.review.poolFee.text')}>
            {format.percent(poolFeePpm / 1_000_000, 2)}
          </Fact>
        )}
        <Fact label={t('miner.review.arrives')} note={<Arrival quote={quote} ahead={ahead} queue={queue} />}>
          {t('miner.review.orders', { count: input.quantity })}
        </Fact>
      </Facts>
    </div>
  );
}

/** When the activation takes it, and whether that is there. */
function Fee({ purchase, quote: { offer, input } }: { purchase: Purchase; quote: Quote }) {
  const { t, tag } = useTexts();
  const wallet = purchase.member && ownWallet(purchase.member, WALLET.AOGTD);
  // Each order pays its own fee, rounded up.
  const taken =
    wallet && wallet.priceUnits > 0n
      ? activationFee(offer.activationFeeUnits, wallet.priceUnits) * BigInt(input.quantity)
      : null;
  const hidden = useUi().hideAmounts;
  return (
    <>
      {t('miner.review.fee.text')}
      {wallet && taken !== null && (
        <>
          <br />
          {t('miner.review.fee.held', {
            balance: hidden ? HIDDEN : formatMoney(wallet.balanceUnits, wallet.precision, tag),
          })}
          {wallet.balanceUnits < taken && ` ${t('miner.review.fee.short')}`}
        </>
      )}
    </>
  );
}

/** Per wallet: what it pays, the amount before if that changed, and what is left. */
function Payments({ purchase, quote }: { purchase: Purchase; quote: Quote }) {
  const { t } = useTexts();
  const paying = WALLETS.filter(({ id }) => (quote.amounts[id] ?? 0n) > 0n || (quote.before?.[id] ?? 0n) > 0n);
  return paying.map(({ id, name }) => {
    const pays = quote.amounts[id] ?? ZERO;
    const before = quote.before === null ? undefined : (quote.before[id] ?? ZERO);
    const known = purchase.member && ownWallet(purchase.member, id);
    const left = known ? known.balanceUnits - pays : 0n;
    const precision = known?.precision ?? 2;
    return (
      <Fact
        key={id}
        label={t('miner.review.from', { name })}
        note={
          known && left >= 0n ? (
            <>
              {t('miner.review.left')} <Money units={left} precision={precision} asset={name} />
            </>
          ) : undefined
        }
      >
        {before !== undefined && before !== pays && (
          <del className={styles.before}>
            <span className="unseen">{t('miner.changed.before')} </span>
            <Money units={before} precision={wholePrecision(before, precision)} asset={name} hideable={false} />
          </del>
        )}
        <Money units={pays} precision={wholePrecision(pays, precision)} asset={name} hideable={false} />
      </Fact>
    );
  });
}

function Arrival({ quote, ahead, queue }: Pick<PurchaseSheetProps, 'ahead' | 'queue'> & { quote: Quote }) {
  const { t, format } = useTexts();
  const placed = quote.input.quantity - quote.waits;
  const picks = quote.offer.freeBlessings * quote.input.quantity;
  return (
    <>
      {placed > 0 &&
        (quote.offer.kind === 'shared'
          ? t('miner.review.shared', { queue: format.number(queue) })
          : t('miner.review.ready'))}
      {placed > 0 && quote.waits > 0 && ' '}
      {quote.waits > 0 && (
        <>
          {t('miner.review.waits', { count: quote.waits })}{' '}
          {t('miner.waiting.place', { place: format.number(ahead + 1) })}
        </>
      )}
      {picks > 0 && (
        <>
          <br />+ {t('miner.raya', { count: picks })}
        </>
      )}
    </>
  );
}
