import { framed, type PrizeColours } from './prize-frame.ts';
import { coinStack } from './prize-motifs.ts';
import { at, linear, num, radial, star } from './prize-paint.ts';

const STEEL =
  linear(
    'front',
    [
      [0, '#5d7391'],
      [0.5, '#33455f'],
      [1, '#1b273a'],
    ],
    'x2=".4" y2="1"',
  ) +
  linear('top', [
    [0, '#b9cbe0'],
    [1, '#6d84a3'],
  ]) +
  linear('side', [
    [0, '#2c3b53'],
    [1, '#121b2a'],
  ]) +
  radial('fan', [
    [0, '#7fe3ff'],
    [0.55, '#1b7fb8'],
    [1, '#06243a'],
  ]) +
  radial('glow', [
    [0, '#d8f6ff', 0.85],
    [0.5, '#5cc9ff', 0.3],
    [1, '#2e9bff', 0],
  ]);

const fan = (x: number, y: number, radius: number): string => {
  const blades = Array.from({ length: 7 }, (_, place) =>
    at(
      0,
      0,
      `<path d="M0 0C${num(radius * 0.12)} ${num(-radius * 0.45)} ${num(radius * 0.5)} ${num(-radius * 0.62)} ${num(radius * 0.36)} ${num(-radius * 0.84)}C${num(-radius * 0.05)} ${num(-radius * 0.9)} ${num(-radius * 0.28)} ${num(-radius * 0.42)} 0 0z" fill="#0a2f4b" fill-opacity=".82"/>`,
      1,
      (place * 360) / 7,
    ),
  ).join('');
  return at(
    x,
    y,
    `<circle r="${num(radius + 3)}" fill="#0d1626"/><circle r="${num(radius)}" fill="url(#fan)"/>${blades}<circle r="${num(radius)}" fill="none" stroke="url(#gd)" stroke-width="${num(radius * 0.13)}"/><circle r="${num(radius * 0.22)}" fill="url(#gd)"/>`,
  );
};

/** One machine, its front from -60,-34 to 60,34. */
const machine = (): string =>
  [
    '<path d="M-60-34L-44-52H76L60-34z" fill="url(#top)"/><path d="M60-34L76-52V16L60 34z" fill="url(#side)"/>',
    '<path d="M64-30 72-39V-33L64-24zM64-18 72-27V-21L64-12zM64-6 72-15V-9L64 0zM64 6 72-3V3L64 12z" fill="#070d17"/>',
    '<rect x="-60" y="-34" width="120" height="68" rx="5" fill="url(#front)"/>',
    '<rect x="-60" y="-34" width="120" height="68" rx="5" fill="none" stroke="url(#gd)" stroke-width="2.5"/>',
    '<path d="M-38-46.500H56M-32-49.500H62" stroke="#f4d27a" stroke-opacity=".8" stroke-width="1.4"/>',
    fan(-29, 0, 24),
    fan(29, 0, 24),
    '<circle cx="0" cy="-25" r="2.6" fill="#5cf2a5"/><circle cx="0" cy="25" r="2.6" fill="#ffc861"/>',
  ].join('');

const rays = at(
  120,
  118,
  Array.from({ length: 18 }, (_, place) =>
    at(0, 0, '<path d="M0 0L-9-150H9z" fill="#e6f8ff"/>', 1, place * 20 + 6),
  ).join(''),
).replace('<g', '<g opacity=".15"');

const backdrop = `<circle cx="120" cy="130" r="112" fill="url(#glow)"/>${rays}`;

const BLUE: PrizeColours = { silk: ['#1d4f8f', '#081a38'], sky: ['#071a3c', '#14529a', '#8fdcff'] };
const TEAL: PrizeColours = { silk: ['#0e6a78', '#04252f'], sky: ['#04222c', '#0d6f80', '#9df0e4'] };
const ROYAL: PrizeColours = { silk: ['#4a2aa0', '#170a44'], sky: ['#160a45', '#4d2fb0', '#f6c3ff'] };

/** A miner package of up to 1,000: one machine. */
export const prizeMinerOne = (): string =>
  framed({
    colours: BLUE,
    defs: STEEL,
    inside: `${backdrop}${at(56, 206, coinStack(3, 16, 6))}`,
    before: `<ellipse cx="122" cy="212" rx="84" ry="6" fill="#020a18" fill-opacity=".55"/>${at(114, 164, machine(), 1.3)}`,
    glints: [
      [120, 80, 8],
      [194, 112, 6],
      [58, 100, 5],
    ],
  });

/** The builder's: a safety helmet of gold. */
const HELMET =
  '<path d="M-34 0C-34-30-18-44 0-44S34-30 34 0z" fill="url(#gd)"/><path d="M-9-44C-12-30-12-12-11 0H11C12-12 12-30 9-44z" fill="#fff3c4" fill-opacity=".55"/><path d="M-9-46H9V-36H-9z" fill="url(#g)"/><path d="M-42 0C-24-7 24-7 42 0 36 8-36 8-42 0z" fill="url(#gs)"/><path d="M-42-1C-24-8 24-8 42-1" stroke="#fff3c0" stroke-width="2" fill="none"/>';

/** A miner package below 10,000: a stack that is being built, with the builder's helmet on it. */
export const prizeMinerTwo = (): string =>
  framed({
    colours: TEAL,
    defs: STEEL,
    inside: `${backdrop}${at(52, 207, coinStack(4, 15, 6))}${at(196, 207, coinStack(6, 15, 6))}`,
    before: [
      '<ellipse cx="122" cy="212" rx="74" ry="6" fill="#021518" fill-opacity=".55"/>',
      at(114, 182, machine(), 0.88),
      at(114, 121, machine(), 0.88),
      at(122, 82, HELMET, 0.92, -6),
    ].join(''),
    glints: [
      [104, 52, 7],
      [190, 96, 6],
      [52, 118, 5],
      [168, 64, 4],
    ],
  });

const CROWN =
  '<path d="M-40 0L-46-38-22-18 0-50 22-18 46-38 40 0z" fill="url(#gd)"/><path d="M-40 0H40L39 10H-39z" fill="url(#gs)"/><path d="M-40 0H40" stroke="#fff3c0" stroke-width="2"/>' +
  '<circle cx="-46" cy="-40" r="5.5" fill="url(#g)"/><circle cy="-53" r="6.5" fill="url(#g)"/><circle cx="46" cy="-40" r="5.5" fill="url(#g)"/>' +
  '<path d="M0-26 8-15 0-4-8-15z" fill="#ff4f86"/><path d="M-22-14 -17-8-22-2-27-8zM22-14 27-8 22-2 17-8z" fill="#58e0ff"/>';

/** The greatest miner packages: a wall of machines under a crown. */
export const prizeMinerThree = (): string => {
  const wall = [
    [88, 146],
    [152, 146],
    [88, 190],
    [152, 190],
  ]
    .map(([x, y]) => at(x! - 4, y!, machine(), 0.54))
    .join('');
  return framed({
    colours: ROYAL,
    defs: STEEL,
    inside: `${backdrop}<polygon transform="translate(120 92)" points="${star(66, 16, 0.7)}" fill="#ffe9a8" fill-opacity=".28"/>`,
    before: [
      '<ellipse cx="120" cy="212" rx="84" ry="6" fill="#0a0426" fill-opacity=".6"/>',
      wall,
      at(120, 110, CROWN, 0.98),
      at(40, 208, coinStack(5, 15, 6)),
      at(204, 208, coinStack(4, 15, 6)),
    ].join(''),
    glints: [
      [120, 46, 9],
      [178, 64, 6],
      [64, 70, 6],
      [50, 138, 4],
      [196, 128, 4],
    ],
  });
};
