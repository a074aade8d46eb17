import { mix } from './colour.ts';
import { ALONG, INTO, round, fanDefs, fan } from './machine-fan.ts';

/** The light of a line of machines: its rims, lamps and glow. */
export type Hue = { light: string; mid: string; deep: string };

export const HUES = {
  x1: { light: '#bfe6ff', mid: '#4ab8f7', deep: '#0f5c94' },
  x2: { light: '#c8ffe6', mid: '#3fdc9b', deep: '#0b7a52' },
} as const satisfies Record<string, Hue>;

export type Machine = {
  /** Where the upper left corner of its front stands. */
  x: number;
  y: number;
  width: number;
  height: number;
  depth: number;
  /** Fans side by side on the front. */
  fans: number;
  hue: Hue;
  /** Degrees that the fans have turned. */
  turn?: number;
  /** Part of each fan's rim that is lit, 0 to 1; the whole by default. */
  share?: number;
  /** 0 to 1: how brightly its lamps burn, from the left to the right. */
  lamps?: readonly number[];
};

/** The mark of the product, flat, `size` wide. */
export const mark = (x: number, y: number, size: number, line: string, cross: string): string =>
  `<g transform="translate(${round(x)} ${round(y)})scale(${round((size / 40) * 100) / 100})" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M20 1.500 36 10.750v18.500L20 38.500 4 29.250v-18.500z" stroke="${line}" stroke-width="2.500"/><path d="M11.500 27.500 28.500 12.500" stroke="${line}" stroke-width="4"/><path d="m11.500 12.500 5.750 5.070M22.750 22.430l5.750 5.070" stroke="${cross}" stroke-width="4"/></g>`;

/** Gradients that machines of one hue share; once per picture and hue, under its `id`. */
export const machineDefs = (id: string, hue: Hue): string => {
  const linear = (name: string, direction: string, stops: readonly (readonly [number, string])[]) =>
    `<linearGradient id="${id}${name}" ${direction}>${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('')}</linearGradient>`;
  const tint = (base: string, share: number) => mix(base, hue.deep, share);
  const parts = [
    linear('f', 'x2="1" y2="1"', [
      [0, tint('#46566f', 0.3)],
      [0.45, tint('#2a374c', 0.24)],
      [1, tint('#18212f', 0.2)],
    ]),
    linear('s', 'x2="1"', [
      [0, tint('#1b2636', 0.2)],
      [1, tint('#0f1724', 0.16)],
    ]),
    linear('t', 'x2="1"', [
      [0, tint('#6b7e9c', 0.34)],
      [0.5, tint('#8497b4', 0.3)],
      [1, tint('#4a5b77', 0.34)],
    ]),
    linear('b', 'gradientUnits="userSpaceOnUse" x1="-30" y1="-30" x2="30" y2="30"', [
      [0, hue.light],
      [0.5, hue.mid],
      [1, hue.deep],
    ]),
    `<radialGradient id="${id}w"><stop stop-color="${mix(hue.deep, '#05080d', 0.35)}"/><stop offset="1" stop-color="#05080d"/></radialGradient>`,
    `<radialGradient id="${id}h" cx=".35" cy=".3"><stop stop-color="#5d6f8c"/><stop offset="1" stop-color="#121a27"/></radialGradient>`,
    fanDefs(id),
  ];
  return `<defs>${parts.join('')}</defs>`;
};

const frontOf = (id: string, machine: Machine): string => {
  const { width, height, fans, hue, turn = 0, lamps = [1, 0.45] } = machine;
  const pad = height * 0.1;
  const tail = width * (fans === 1 ? 0.3 : 0.22);
  const room = (width - tail - pad) / fans;
  const r = Math.min(room, height - 2 * pad) / 2 / 1.13;
  const drawn = Array.from({ length: fans }, (_, index) =>
    fan(id, pad + room * (index + 0.5), height / 2, r, machine, turn * (index % 2 === 0 ? 1 : -1) + index * 17),
  );
  const left = width - tail + pad * 0.2;
  const rows = Math.max(3, Math.round(height / 15));
  const step = (height - 2 * pad - height * 0.18) / rows;
  const slits = Array.from(
    { length: rows },
    (_, index) => `M${round(left)} ${round(pad * 1.3 + step * index)}h${round(tail - pad * 1.4)}`,
  ).join('');
  const lampY = round(height - pad * 1.35);
  const size = round(Math.max(2.4, height * 0.035));
  const lit = lamps.map((share, index) => {
    const cx = round(left + size * 1.6 + index * size * 3.6);
    return `<circle cx="${cx}" cy="${lampY}" r="${size * 2.2}" fill="${hue.mid}" opacity="${round(share * 2.5) / 10}"/><circle cx="${cx}" cy="${lampY}" r="${size}" fill="${mix('#1d2a3c', hue.light, share)}"/>`;
  });
  return [
    `<rect width="${width}" height="${height}" fill="url(#${id}f)"/>`,
    `<path d="M2 ${height - 3}V2h${width - 6}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="1.6"/>`,
    `<path d="M3 ${height - 1}h${width - 6}" stroke="${hue.mid}" stroke-opacity=".75" stroke-width="2"/>`,
    ...drawn,
    `<path d="${slits}" stroke="#070c14" stroke-width="${round(step * 0.5)}" stroke-linecap="round"/>`,
    ...lit,
  ].join('');
};

const sideOf = (id: string, { depth, height, hue }: Machine): string => {
  const fins = Math.max(4, Math.round(height / 9));
  const step = (height - 12) / fins;
  const lines = Array.from({ length: fins }, (_, index) => `M9 ${round(8 + step * (index + 0.5))}h${depth - 18}`).join(
    '',
  );
  return [
    `<rect width="${depth}" height="${height}" fill="url(#${id}s)"/>`,
    `<path d="${lines}" stroke="${mix('#05080d', hue.deep, 0.3)}" stroke-width="${round(step * 0.52)}" stroke-linecap="round"/>`,
    `<path d="${lines}" transform="translate(0 ${round(step * 0.22)})" stroke="${mix('#31435c', hue.mid, 0.22)}" stroke-width="1" stroke-linecap="round"/>`,
    `<path d="M1 2v${height - 4}" stroke="${hue.light}" stroke-opacity=".5" stroke-width="1.6"/>`,
  ].join('');
};

const topOf = (id: string, { width, depth, hue }: Machine): string => {
  const size = Math.min(width, depth) * 0.56;
  return [
    `<rect width="${width}" height="${depth}" fill="url(#${id}t)"/>`,
    `<rect x="7" y="7" width="${width - 14}" height="${depth - 14}" rx="4" fill="none" stroke="#0b121d" stroke-opacity=".4" stroke-width="1.4"/>`,
    `<path d="M2 ${depth - 1}h${width - 4}" stroke="#fff" stroke-opacity=".7" stroke-width="1.6"/>`,
    mark(width / 2 - size / 2, depth / 2 - size / 2, size, mix(hue.deep, '#05080d', 0.35), '#f2f8ff'),
  ].join('');
};

/** One machine as an SVG group: top, side and front. */
export const machine = (id: string, made: Machine): string => {
  const { x, y, width, depth } = made;
  const [sideX, sideY] = [x + width * ALONG[0], y + width * ALONG[1]];
  const [topX, topY] = [x + depth * INTO[0], y + depth * INTO[1]];
  // The top is drawn from its far edge to the front: its second axis points against the depth.
  return [
    `<g transform="matrix(${ALONG.join()},${-INTO[0]},${-INTO[1]},${round(topX)},${round(topY)})">${topOf(id, made)}</g>`,
    `<g transform="matrix(${INTO.join()},0,1,${round(sideX)},${round(sideY)})">${sideOf(id, made)}</g>`,
    `<g transform="matrix(${ALONG.join()},0,1,${round(x)},${round(y)})">${frontOf(id, made)}</g>`,
  ].join('');
};
