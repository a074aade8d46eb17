import { type Hue, HUES, machine, machineDefs } from './machine.ts';

type MinerKind = 'x1' | 'x1-shared' | 'x2';

/** The light on the floor that a machine stands in, and its shadow. */
const floor = (hue: Hue, cx: number, cy: number, rx: number, ry: number): string => {
  const fade = (id: string, colour: string, strength: number) =>
    `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".55" stop-color="${colour}" stop-opacity="${strength * 0.4}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
  const oval = (id: string, wide: number) =>
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx * wide}" ry="${ry * wide}" fill="url(#${id})"/>`;
  return fade('l', hue.mid, 0.55) + fade('d', '#04070c', 0.75) + oval('l', 1) + oval('d', 0.86);
};

const LEVELS: Record<
  MinerKind,
  {
    hue: Hue;
    x: number;
    y: number;
    width: number;
    depth: number;
    rows: number;
    step: number;
    height: number;
    fans: number;
    share: number;
  }
> = {
  x1: { hue: HUES.x1, x: 38, y: 86, width: 170, depth: 126, rows: 1, step: 0, height: 122, fans: 1, share: 1 },
  // A unit is one tenth of each of ten miners: ten fans, of each a tenth is lit.
  'x1-shared': {
    hue: HUES.x1,
    x: 66,
    y: 66,
    width: 124,
    depth: 108,
    rows: 5,
    step: 34,
    height: 31,
    fans: 2,
    share: 0.1,
  },
  x2: { hue: HUES.x2, x: 34, y: 68, width: 176, depth: 126, rows: 3, step: 56, height: 52, fans: 3, share: 1 },
};

/** The picture of a package of miners, 8:7, on nothing: it stands on dark and light grounds. */
export const minerPicture = (kind: MinerKind): string => {
  const { hue, rows, step, y, ...size } = LEVELS[kind];
  const levels = Array.from({ length: rows }, (_, index) => rows - 1 - index);
  const drawn = levels.map((level) =>
    machine('a', { ...size, hue, y: y + level * step, turn: level * 21 + 9, lamps: [1, level === 1 ? 0.3 : 0.9] }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 280">${floor(hue, 164, 226, 156, 46)}${machineDefs('a', hue)}${drawn.join('')}</svg>`;
};
