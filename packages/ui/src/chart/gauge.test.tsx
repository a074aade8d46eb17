import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Gauge } from './gauge.tsx';

const drawn = (share: number): string => renderToStaticMarkup(<Gauge share={share}>70 Th/s</Gauge>);

/** Degrees from the dial's lower left, clockwise over the top, to its lower right. */
function span(markup: string): number {
  const [, x1, y1, x2, y2] = /d="M([\d.]+) ([\d.]+)A84 84 0 1 1 ([\d.]+) ([\d.]+)"/.exec(markup) ?? [];
  const angle = (x?: string, y?: string) => (Math.atan2(Number(y) - 100, Number(x) - 100) * 180) / Math.PI;
  return (angle(x2, y2) - angle(x1, y1) + 360) % 360;
}

describe('the gauge', () => {
  // proves 9: gauge of 285 degrees
  it('spans 285 degrees', () => {
    expect(span(drawn(0.5))).toBeCloseTo(285, 6);
  });

  it('is filled by its share, at most full, and draws nothing for nothing', () => {
    expect(drawn(0.25)).toContain('stroke-dasharray="0.25 2"');
    expect(drawn(1.4)).toContain('stroke-dasharray="1 2"');
    expect(drawn(0)).not.toContain('stroke-dasharray');
  });
});
