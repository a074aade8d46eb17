import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** A steady line has room to be seen: no nearer than this share of its height. */
const LEAST_SPAN = 0.004;

/** From the lowest to the highest that is shown, with some air. @internal */
export function nearRange(low: number, high: number): [low: number, high: number] {
  const span = Math.max(high - low, Math.abs(high) * LEAST_SPAN, 0.01);
  const middle = (high + low) / 2;
  return [Math.max(0, middle - span * 0.65), middle + span * 0.65];
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A canvas does not know custom properties written with light-dark(): ask the browser what they come to. */
function resolved(place: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color || colour(name);
}

/** The area below the line: the tone fades towards the ground, so that the grid stays in sight. */
function areaFill(plot: uPlot, tone: string): CanvasGradient {
  const area = plot.ctx.createLinearGradient(0, plot.bbox.top, 0, plot.bbox.top + plot.bbox.height);
  area.addColorStop(0, `color-mix(in srgb, ${tone} 32%, transparent)`);
  area.addColorStop(1, `color-mix(in srgb, ${tone} 3%, transparent)`);
  return area;
}

/** Where nothing stands after the last point, only it gets a dot: the value of now. */
function lastPoint(plot: uPlot): number[] {
  const values = plot.data[1] ?? [];
  return values.length > 0 && typeof values[values.length - 1] === 'number' ? [values.length - 1] : [];
}

/** Draws one series over time into a box, in the colours of the theme: from zero to a fixed top, or without one as near as its values allow. */
export function makePlot(place: HTMLElement, data: uPlot.AlignedData, max: number | undefined, locale: string): uPlot {
  const line = resolved(place, '--colour-gain');
  const grid = { stroke: resolved(place, '--colour-line'), width: 1 };
  const text = resolved(place, '--colour-text-soft');
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const axis = { stroke: text, grid, ticks: { show: false }, font: `12px ${getComputedStyle(place).fontFamily}` };
  return new uPlot(
    {
      width: place.clientWidth,
      height: place.clientHeight,
      padding: [8, 4, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: {
        y: {
          range: (_, low, high) => (max === undefined ? nearRange(low ?? 0, high ?? 1) : [Math.min(0, low ?? 0), max]),
        },
      },
      axes: [
        { ...axis, values: (_, splits) => splits.map((second) => clock.format(second * 1000)), space: 70, size: 28 },
        // A fixed top is written on the axis, with its quarters below.
        {
          ...axis,
          size: max === undefined ? 52 : 36,
          ...(max && { splits: () => [0, max / 4, max / 2, (max * 3) / 4, max] }),
        },
      ],
      // One pixel wide: uPlot draws wider lines several times slower.
      series: [
        {},
        {
          stroke: line,
          width: 1,
          fill: (plot) => areaFill(plot, line),
          points: { show: true, filter: lastPoint, size: 7, fill: line },
          spanGaps: false,
        },
      ],
    },
    data,
    place,
  );
}
