import { BarChart7 } from '@minerx/ui/bar-chart';
import { ChartFrame } from '@minerx/ui/chart-frame';
import { Gauge } from '@minerx/ui/gauge';
import { Reading } from '@minerx/ui/reading';
import { Money } from '@minerx/ui/money';
import { ProgressRing } from '@minerx/ui/progress-ring';
import { QrCode } from '@minerx/ui/qr-code';
import { SourceBadge } from '@minerx/ui/source-badge';
import { LiveChart } from '../../base/parts/live-chart.tsx';
import { Part, Side } from './gallery-section.tsx';

const DAYS = ['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const START = 1_780_000_000;
const times = Array.from({ length: 600 }, (_, second) => START + second);
const hashrates = times.map((_, second) =>
  second > 300 && second < 340 ? null : 70 + 4 * Math.sin(second / 40) + Math.sin(second),
);

/** Parts that show numbers. */
export function GalleryFigures() {
  return (
    <>
      <Part name="money">
        <Money units={2_814_221_550_000n} precision={2} prefix="$" size="figure" />
        <Money units={1_248_055_000_000n} precision={2} asset="USDT" size="large" />
        <Money units={214_522n} precision={8} asset="BTC" signed />
        <Money units={-350_000_000n} precision={2} asset="CW" signed />
      </Part>
      <Part name="qr-code">
        <Side>
          <QrCode text="https://minerx.example/signup?id=DEMO2026" label="QR code of a link" />
        </Side>
      </Part>
      <Part name="source-badge">
        <Side>
          <SourceBadge kind="live" />
          <SourceBadge kind="delayed" age="12 s" />
          <SourceBadge kind="simulated" />
          <SourceBadge kind="provisional" />
          <SourceBadge kind="doubted" word="Unconfirmed" />
          <SourceBadge kind="contract" />
          <SourceBadge kind="own" word="Set by us" />
        </Side>
      </Part>
      <Part name="progress-ring">
        <Side>
          <ProgressRing share={0.3} label="Queue" valueText="3 of 10" tone="wait">
            <strong>3/10</strong>
          </ProgressRing>
          <ProgressRing share={1} label="Full" valueText="10 of 10" tone="gain">
            <strong>10/10</strong>
          </ProgressRing>
        </Side>
      </Part>
      <Part name="gauge">
        <Gauge share={0.83}>
          <SourceBadge kind="live" />
          <Reading old={false}>63.41</Reading>
          <span>of 76 Th/s</span>
        </Gauge>
      </Part>
      <Part name="reading">
        <Reading old={false}>63.41</Reading>
        <Reading old>58.02</Reading>
      </Part>
      <Charts />
    </>
  );
}

function Charts() {
  return (
    <>
      <Part name="bar-chart">
        <BarChart7
          title="BTC mined, 7 days"
          summary={<Money units={214_522n} precision={8} asset="BTC" size="large" signed />}
          badge={<SourceBadge kind="simulated" />}
          bars={DAYS.map((day, place) => ({
            label: day,
            day,
            value: [3, 5, 4, 0, 6, 5.5, 2][place] ?? 0,
            short: '30K',
            text: <Money units={30_000n} precision={8} asset="BTC" />,
            provisional: place === 6,
          }))}
          headings={['Day', 'Mined']}
        />
      </Part>
      <Part name="chart-frame">
        <ChartFrame
          title="Hashrate"
          summary={<strong className="figure">71.20 Th/s</strong>}
          badge={<SourceBadge kind="live" />}
          table={{ headings: ['Time', 'Th/s'], rows: [['10:00', '71.20']] }}
        >
          <LiveChart times={times} values={hashrates} max={76} locale="en" />
        </ChartFrame>
      </Part>
    </>
  );
}
