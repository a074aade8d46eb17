import { ACTIVATED } from '@minerx/rules/order-status';
import { ChartFrame } from '@minerx/ui/chart-frame';
import { SourceBadge } from '@minerx/ui/source-badge';
import { StaleNote } from '@minerx/ui/stale-note';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { LiveChart } from '../../base/parts/live-chart.tsx';
import type { FeedState } from '../../feeds/connection.ts';
import { FeedBadge } from '../../feeds/feed-badge.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { DownNote, LiveFigure } from './live-figure.tsx';
import { useMinutes, type MinutePoint, type OrderDetails } from './order-details.api.ts';
import styles from './order-details.module.css';
import { averagesOf, factsOf, stoodStill, type LiveRing, type Series } from './series.ts';
import { useLiveSeries } from './use-live-series.ts';

/** What is shown, seconds; and of how many minutes a row of the table is the average. */
const periods = { minutes: { seconds: 600, row: 1 }, hours: { seconds: 6 * 3600, row: 10 } } as const;
type Period = keyof typeof periods;

const none: readonly MinutePoint[] = [];

/** What changes every second: for those alone who show it. */
const Live = createContext<Series>({ times: [], values: [] });

interface LiveSeriesProps {
  ring: LiveRing;
  minutes: readonly MinutePoint[];
  seconds: number;
  children: ReactNode;
}

function LiveSeries({ ring, minutes, seconds, children }: LiveSeriesProps) {
  return <Live value={useLiveSeries(ring, minutes, seconds)}>{children}</Live>;
}

interface HashrateTabProps extends Pick<OrderDetails, 'order' | 'lastAnswerAt'> {
  ring: LiveRing;
  feed: FeedState;
  /** When the order came, ms since 1970. */
  loadedAt: number;
}

/** The hashrate, of ten minutes second by second, on an axis up to what the machines can do at most. */
export function HashrateTab({ order, lastAnswerAt, ring, feed, loadedAt }: HashrateTabProps) {
  const { t, format } = useTexts();
  const [period, setPeriod] = useState<Period>('minutes');
  // The axis goes from zero to what the machines can do (specification §9); who wants to see the line move comes nearer.
  const [near, setNear] = useState(false);
  const minutes = useMinutes(order.id);
  const works = order.status === ACTIVATED;
  const rows = useTableRows(minutes.data ?? none, period, secondOf(order.activatedAt));
  return (
    <>
      {minutes.isError && <StaleNote onRetry={() => void minutes.refetch()} busy={minutes.isFetching} />}
      <LiveSeries ring={ring} minutes={minutes.data ?? none} seconds={periods[period].seconds}>
        <ChartFrame
          title={t('order.hashrate')}
          badge={
            <span className={styles.badges}>
              {works && <FeedBadge state={feed} loadedAt={loadedAt} />}
              {order.simulated && <SourceBadge kind="simulated" />}
            </span>
          }
          summary={
            <>
              <p className={styles.now}>
                <LiveFigure order={order} feed={feed} />
                <span className={styles.soft}>
                  {t('order.ofCapacity', { capacity: format.number(order.capacityThs) })}
                </span>
              </p>
              <DownNote order={order} lastAnswerAt={lastAnswerAt} />
              <div className={styles.views}>
                <Periods current={period} onChange={setPeriod} />
                <div className={styles.periods}>
                  <button type="button" aria-pressed={near} onClick={() => setNear(!near)}>
                    {t('order.chart.zoom')}
                  </button>
                </div>
              </div>
              <Facts />
            </>
          }
          table={{ headings: [t('order.chart.time'), 'Th/s'], rows }}
        >
          <Drawing>
            <Line max={order.capacityThs} near={near} />
            <Legend period={period} activatedAt={order.activatedAt} />
          </Drawing>
        </ChartFrame>
      </LiveSeries>
    </>
  );
}

function Periods({ current, onChange }: { current: Period; onChange: (period: Period) => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.periods} role="group" aria-label={t('order.chart.period')}>
      {(Object.keys(periods) as Period[]).map((period) => (
        <button key={period} type="button" aria-pressed={period === current} onClick={() => onChange(period)}>
          {t(`order.chart.${period}`)}
        </button>
      ))}
    </div>
  );
}

/** Where every value is a zero a sentence says so; a plot with nothing in it says less. */
function Drawing({ children }: { children: ReactNode }) {
  return stoodStill(use(Live)) ? null : children;
}

function Line(axis: { max: number; near: boolean }) {
  const { tag } = useTexts();
  return <LiveChart {...use(Live)} {...axis} locale={tag} />;
}

const CHANGE: Intl.NumberFormatOptions = {
  style: 'percent',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
};

/** What the line says, in words and numbers. */
function Facts() {
  const { t, tag, format } = useTexts();
  const series = use(Live);
  const facts = factsOf(series);
  const percent = useMemo(() => new Intl.NumberFormat(tag, CHANGE), [tag]);
  if (stoodStill(series)) return <p className={styles.soft}>{t('order.chart.still')}</p>;
  const figures = [
    { label: t('order.chart.average'), text: facts && format.hashrate(facts.average) },
    { label: t('order.chart.lowest'), text: facts && format.hashrate(facts.lowest) },
    { label: t('order.chart.highest'), text: facts && format.hashrate(facts.highest) },
    { label: t('order.chart.change'), text: facts && percent.format(facts.change).replace('-', '−') },
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figure">{text ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {!facts && <p className={styles.soft}>{t('order.chart.none')}</p>}
    </>
  );
}

/** Unix seconds of the activation; zero where there was none. */
const secondOf = (activatedAt: string | null): number => (activatedAt ? Math.floor(Date.parse(activatedAt) / 1000) : 0);

interface LegendProps {
  period: Period;
  activatedAt: string | null;
}

/** Why the line begins late, where it does; of which minutes it is an average, and what its mark means where there is one. */
function Legend({ period, activatedAt }: LegendProps) {
  const { t, format } = useTexts();
  const { times, values } = use(Live);
  return (
    <p className={styles.legend}>
      {activatedAt !== null && secondOf(activatedAt) > (times[0] ?? Infinity) && (
        <span>{t('order.chart.started', { time: format.time(activatedAt) })}</span>
      )}
      {values.includes(0) && <span className={styles.zero}>{t('order.status.disconnected')}</span>}
      <span>{t(period === 'minutes' ? 'order.chart.points' : 'order.chart.points.minutes')}</span>
    </p>
  );
}

/** Averages of the period, newest first; none of the minutes before the order began. */
function useTableRows(minutes: readonly MinutePoint[], period: Period, startedAt: number) {
  const { t, format } = useTexts();
  return useMemo(() => {
    const { seconds, row } = periods[period];
    const from = Math.max((minutes.at(-1)?.time ?? 0) - seconds, startedAt - 1);
    const wordOf = (ths: number | null): string => {
      if (ths === null) return '–';
      return ths === 0 ? t('order.status.disconnected') : format.hashrate(ths);
    };
    return averagesOf(
      minutes.filter(({ time }) => time > from),
      row,
    )
      .map(({ time, ths }) => [format.time(new Date(time * 1000)), wordOf(ths)])
      .reverse();
  }, [minutes, period, startedAt, t, format]);
}
