import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

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

/** Draws one series over time into a box, in the colours of the theme. */
export function makePlot(place: HTMLElement, data: uPlot.AlignedData, max: number | undefined, locale: string): uPlot {
  const line = resolved(place, '--colour-gain');
  const fill = resolved(place, '--colour-gain-soft');
  const grid = { stroke: resolved(place, '--colour-line'), width: 1 };
  const text = resolved(place, '--colour-text-soft');
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const axis = { stroke: text, grid, ticks: { show: false }, font: '12px system-ui, sans-serif' };
  return new uPlot(
    {
      width: place.clientWidth,
      height: place.clientHeight,
      padding: [8, 4, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { y: { range: (_, low, high) => [Math.min(0, low ?? 0), max ?? Math.max(1, high * 1.1)] } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((second) => clock.format(second * 1000)), space: 70, size: 28 },
        { ...axis, size: 36 },
      ],
      // One pixel wide: uPlot draws wider lines several times slower.
      series: [{}, { stroke: line, width: 1, fill, points: { show: false }, spanGaps: false }],
    },
    data,
    place,
  );
}
