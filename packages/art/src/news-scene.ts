import { type Hue, machine } from './machine.ts';
import { closedPath, ring, seeded } from './shapes.ts';

/** Width and height of a picture of news: 16 : 9. */
export const NEWS_SIZE = { width: 1248, height: 702 } as const;
export const { width: W, height: H } = NEWS_SIZE;

export const VIOLET: Hue = { light: '#e6ddff', mid: '#b9a8ff', deep: '#4a3a96' };

/** Night with a light in it, a net of hexagons that the light shows, and a floor. */
export const night = (hue: Hue, cx: number, cy: number, seed: number): string => {
  const random = seeded(seed);
  const cells = Array.from({ length: 13 * 8 }, (_, index) => {
    const [column, row] = [index % 13, Math.floor(index / 13)];
    const at = [column * 104 + (row % 2) * 52, row * 90] as const;
    const near = Math.max(0, 1 - Math.hypot(at[0] - cx, at[1] - cy) / 620);
    const lit = random() < 0.16 ? near * 0.26 : 0;
    const d = closedPath(ring(at, 56, 6));
    return `<path d="${d}" fill="${hue.mid}" fill-opacity="${lit.toFixed(2)}" stroke="${hue.mid}" stroke-opacity="${(near * 0.24).toFixed(2)}" stroke-width="1.500"/>`;
  });
  return [
    `<linearGradient id="n" x2=".6" y2="1"><stop stop-color="#0a1424"/><stop offset="1" stop-color="#060a12"/></linearGradient>`,
    `<radialGradient id="l" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="560"><stop stop-color="${hue.mid}" stop-opacity=".5"/><stop offset=".45" stop-color="${hue.deep}" stop-opacity=".38"/><stop offset="1" stop-color="${hue.deep}" stop-opacity="0"/></radialGradient>`,
    `<radialGradient id="p"><stop stop-color="${hue.mid}" stop-opacity=".7"/><stop offset=".5" stop-color="${hue.mid}" stop-opacity=".2"/><stop offset="1" stop-color="${hue.mid}" stop-opacity="0"/></radialGradient>`,
    `<path fill="url(#n)" d="M0 0h${W}v${H}H0z"/><path fill="url(#l)" d="M0 0h${W}v${H}H0z"/>`,
    ...cells,
  ].join('');
};

export const pool = (cx: number, cy: number, rx: number) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${rx * 0.26}" fill="url(#p)"/><ellipse cx="${cx}" cy="${cy}" rx="${rx * 0.62}" ry="${rx * 0.14}" fill="#03060b" opacity=".55"/>`;

export const rack = (
  id: string,
  x: number,
  y: number,
  width: number,
  height: number,
  depth: number,
  rows: number,
  hue: Hue,
): string =>
  Array.from({ length: rows }, (_, index) => rows - 1 - index)
    .map((level) =>
      machine(id, {
        x,
        y: y + level * height * 1.07,
        width,
        height,
        depth,
        fans: 3,
        hue,
        turn: level * 21 + 9,
        lamps: [1, 0.6],
      }),
    )
    .join('');
