import { freeUnits } from '@minerx/rules/stock';
import type { PackageLine } from '@minerx/rules/miner-package';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { ProgressRing } from '@minerx/ui/progress-ring';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import { CircleCheck, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { MinerArt } from './miner-art.tsx';
import type { LineStock } from './miner-package.api.ts';
import styles from './stock-card.module.css';

/** Width of the stock ring: beside the figures on every phone. */
const RING = 'clamp(7.5rem, 40cqi, 10rem)';

const LINE_NAMES = { x1: 'X1 MAX', x2: 'X2 MAX' } as const;

interface StockCardProps {
  line: PackageLine;
  stock: LineStock | undefined;
  /** In place of the figures when they could not be loaded and none are known. */
  failed: ReactNode;
}

/** One line of miners: drawing, stock and the way to its subscription, with the place in line that it leads to where stock has run out. Without stock figures yet: their places. */
export function StockCard({ line, stock, failed }: StockCardProps) {
  const { t, format } = useTexts();
  return (
    <Card className={styles.card} data-line={line}>
      <div className={styles.hero}>
        <div className={styles.words}>
          <h2 className={styles.name}>{LINE_NAMES[line]}</h2>
          <p className="soft">{line === 'x1' ? t('miner.x1.text') : t('miner.x2.text')}</p>
          {stock ? <Status free={remainingOf(stock)} /> : !failed && <Skeleton width="8rem" height="1.75rem" />}
        </div>
        <div className={styles.art}>
          <MinerArt kind={line} />
        </div>
      </div>
      {failed ?? <StockFigures line={line} stock={stock} />}
      <div className="stack-2">
        <Subscribe line={line} isKnown={!failed} />
        {stock && remainingOf(stock) === 0 && (
          <p className={styles.place}>{t('miner.waiting.place', { place: format.number(stock.waiting + 1) })}</p>
        )}
      </div>
    </Card>
  );
}

/** The way to the form, whose offers and whose order need a network. It is not the main thing to do where the stock could not be loaded. */
function Subscribe({ line, isKnown }: { line: PackageLine; isKnown: boolean }) {
  const { t } = useTexts();
  const { online } = useUi();
  if (!online)
    return (
      <Button full sends>
        {t('miner.subscribe')}
      </Button>
    );
  return (
    <Link
      to={line === 'x1' ? '/miner/purchase' : '/miner/purchase2'}
      className={buttonClass({ variant: isKnown ? 'primary' : 'secondary', full: true })}
    >
      {t('miner.subscribe')}
    </Link>
  );
}

/** Units that a new buyer can get at once: what others wait for is not left. */
export const remainingOf = (stock: LineStock): number => freeUnits({ ...stock, sharedQueue: 0 });

function Status({ free }: { free: number }) {
  const { t } = useTexts();
  return free > 0 ? (
    <p className={styles.ready}>
      <CircleCheck size={16} aria-hidden="true" />
      {t('miner.ready')}
    </p>
  ) : (
    <p className={styles.out}>
      <Hourglass size={16} aria-hidden="true" />
      {t('miner.outOfStock')}
    </p>
  );
}

function StockFigures({ line, stock }: { line: PackageLine; stock: LineStock | undefined }) {
  const { t, format } = useTexts();
  const share = stock && stock.total > 0 ? Math.min(1, stock.used / stock.total) : 0;
  const percent = stock && stock.total > 0 ? format.percent(share) : '–';
  const isOut = stock !== undefined && remainingOf(stock) === 0;
  const lines = stock && [
    { key: 'total', label: t('miner.stock.total'), value: stock.total },
    { key: 'used', label: t('miner.stock.used'), value: stock.used },
    { key: 'left', label: t('miner.stock.left'), value: remainingOf(stock) },
    // Where a new buyer would wait the place says how many do.
    ...(stock.waiting > 0 && !isOut ? [{ key: 'waiting', label: t('miner.stock.waiting'), value: stock.waiting }] : []),
  ];
  return (
    <div className={styles.stock} data-out={isOut || undefined}>
      {stock ? (
        <ProgressRing
          size={RING}
          share={share}
          label={t('miner.stock.share')}
          valueText={percent}
          tone={isOut ? 'wait' : line === 'x2' ? 'gain' : 'accent'}
        >
          <span className={styles.percent}>{percent}</span>
          <span className={styles.caption}>{t('miner.stock.inUse')}</span>
        </ProgressRing>
      ) : (
        <Skeleton width={RING} height={RING} round />
      )}
      <dl className={styles.figures}>
        {lines
          ? lines.map(({ key, label, value }) => (
              <div key={key} data-kind={key}>
                <dt>{label}</dt>
                <dd className="figure">{format.number(value)}</dd>
              </div>
            ))
          : [0, 1, 2].map((place) => (
              <div key={place}>
                <dt>
                  <Skeleton width="5rem" height="1rem" />
                </dt>
                <dd>
                  <Skeleton width="2rem" height="1.6875rem" />
                </dd>
              </div>
            ))}
      </dl>
    </div>
  );
}
