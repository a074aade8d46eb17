import { isIssuedByUs, walletById } from '@minerx/rules/wallet';
import { ActionFooter } from '@minerx/ui/action-footer';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Notice } from '@minerx/ui/notice';
import { Sheet } from '@minerx/ui/sheet';
import { SourceBadge } from '@minerx/ui/source-badge';
import { SwapFacts } from '../../base/parts/swap-facts.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { OneWay } from './one-way.tsx';
import type { SwapOffer } from './swap.api.ts';
import styles from './swap-sheet.module.css';
import type { Swap, SwapUse } from './use-swap.ts';
import { Worth } from './worth.tsx';

interface SwapSheetProps {
  swap: Swap;
  pairs: SwapUse['pairs'];
}

/** A firm offer with its countdown: what leaves and what arrives, what is to be known of it, the rate, what it costs. */
export function SwapSheet({ swap, pairs }: SwapSheetProps) {
  const { t } = useTexts();
  const { busy, again, offer } = swap;
  const over = offer.secondsLeft === 0 && !busy;
  return (
    <Sheet
      open={offer.open}
      question={over ? 'over' : (offer.offer?.id ?? null)}
      onClose={() => !busy && offer.close()}
      dismissable={!busy}
      title={t('swap.review')}
      footer={
        <ActionFooter
          action={over ? t('swap.fresh') : t('swap.accept')}
          onAction={over ? swap.refresh : swap.confirm}
          busy={busy || offer.asking}
          status={again && t('swap.again')}
          cancel={t('common.cancel')}
          onCancel={offer.close}
        />
      }
    >
      {offer.offer && (
        <div className="stack-2">
          {offer.isAnew && <Notice>{t('swap.changed')}</Notice>}
          <p className={styles.clock} data-over={over || undefined} role={over ? 'status' : undefined}>
            {over ? t('swap.over') : t('swap.stands', { count: offer.secondsLeft })}
          </p>
          <Terms offer={offer.offer} swap={swap} pairs={pairs} />
        </div>
      )}
    </Sheet>
  );
}

function Terms({ offer, swap, pairs }: SwapSheetProps & { offer: SwapOffer }) {
  const { t } = useTexts();
  const [from, to] = [walletById(offer.from), walletById(offer.to)];
  const left = swap.from.balanceUnits - offer.amountUnits;
  return (
    <>
      {/* First of all: on a small phone the buttons cover what comes later. */}
      <Facts columns ruled>
        <Fact
          label={t('swap.from')}
          note={
            left >= 0n && (
              <>
                {t('miner.review.left')} <Money units={left} precision={from.precision} asset={from.name} />
              </>
            )
          }
        >
          <Money units={offer.amountUnits} precision={from.precision} asset={from.name} hideable={false} />
        </Fact>
        <Fact
          label={t('swap.to')}
          note={
            <span className="stack-1">
              <Worth id={offer.to} units={offer.arrivesUnits} priceUnits={offer.priceUnits} />
              {t('swap.rounded', { count: to.precision })}
            </span>
          }
        >
          <Money units={offer.arrivesUnits} precision={to.precision} asset={to.name} hideable={false} />
        </Fact>
      </Facts>
      {isIssuedByUs(offer.to) && <Notice>{t('swap.issued', { name: to.name })}</Notice>}
      <OneWay from={offer.from} to={offer.to} pairs={pairs} />
      <Facts ruled>
        <SwapFacts
          terms={offer.terms}
          from={from}
          to={to}
          rateNote={offer.simulated && <SourceBadge kind="simulated" />}
        />
      </Facts>
    </>
  );
}
