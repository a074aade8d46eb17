import { unitsFrom } from '@minerx/rules/money';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import { pairPriceOf, useMarketSource, usePairPrice } from '../../../feeds/market-prices.ts';
import { useTexts } from '../../../i18n/texts.ts';
import type { MarketPair } from './market.api.ts';
import styles from './market-strip.module.css';
import { linePoints, rangeOf } from './sparkline.ts';

const WIDTH = 100;
const HEIGHT = 32;

/** One pair: the line of its last minutes, its price, and its day. */
export function MarketRow({ pair: { pair, asset, currency, precision, spot } }: { pair: MarketPair }) {
  const { t, format } = useTexts();
  // Answers that a device kept are there before any of this start.
  const now = usePairPrice(pair) ?? pairPriceOf(spot);
  const source = useMarketSource();
  const { low, high } = rangeOf(now.series.length > 0 ? now.series : [{ time: 0, price: Number(now.price) }]);
  return (
    <li className={styles.row}>
      <span className={styles.asset}>{asset}</span>
      <svg
        className={styles.line}
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline points={linePoints(now.series, WIDTH, HEIGHT)} vectorEffect="non-scaling-stroke" />
      </svg>
      <Money
        units={unitsFrom(now.price)}
        precision={precision}
        asset={currency}
        hideable={false}
        className={styles.price}
      />
      {(source?.doubted.includes(pair) ?? spot.source.doubted) ? (
        <SourceBadge kind="doubted" word={t('market.doubted')} />
      ) : (
        <Change percentage={Number(now.percentage)} />
      )}
      <span className="unseen">
        {t('market.line', { low: format.number(low, precision), high: format.number(high, precision) })}
      </span>
    </li>
  );
}

/** The change of the day: an arrow, a sign and a colour say the same. */
function Change({ percentage }: { percentage: number }) {
  const { t, format } = useTexts();
  const text = format.percent(Math.abs(percentage) / 100, 2);
  const way = text === format.percent(0, 2) ? 'level' : percentage > 0 ? 'up' : 'down';
  const sign = { level: '', up: '+', down: '−' }[way];
  return (
    <span className={styles.change} data-way={way}>
      {way !== 'level' && (
        <svg className={styles.arrow} viewBox="0 0 10 10" aria-hidden="true">
          <path d={way === 'up' ? 'M5 1 9 9H1Z' : 'M5 9 1 1H9Z'} />
        </svg>
      )}
      <span className="figure">{sign + text}</span>
      <span className="unseen"> {t('market.day')}</span>
    </span>
  );
}
