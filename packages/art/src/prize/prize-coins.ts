import { framed } from './prize-frame.ts';
import { coin, coinStack } from './prize-motifs.ts';
import { at, linear, radial, star } from './prize-paint.ts';

/** Rays behind something precious. */
const rays = (count: number, colour: string): string =>
  Array.from({ length: count }, (_, place) =>
    at(0, 0, `<path d="M0 0L-9-150H9z" fill="${colour}"/>`, 1, (place * 360) / count),
  ).join('');

const BITCOIN =
  '<g fill="none" stroke-linejoin="round" stroke-linecap="round" transform="rotate(12)"><path d="M-16-27H8a13.5 13.5 0 0 1 0 27H-10M-10 0H12a14 14 0 0 1 0 28H-16M-9-27V28M-4-27V-38M9-27V-38M-4 28V39M9 28V39"/></g>';

/** Bitcoin: one great coin over a small heap. */
export const prizeBtc = (): string => {
  const defs =
    linear(
      'face',
      [
        [0, '#ffe0a0'],
        [0.35, '#ffab2e'],
        [0.75, '#ee7a10'],
        [1, '#ffc257'],
      ],
      'x2="1" y2="1"',
    ) +
    linear('edge', [
      [0, '#c9610a'],
      [1, '#6d2d03'],
    ]) +
    radial('glow', [
      [0, '#ffe2a0', 0.9],
      [0.5, '#ff9f3a', 0.35],
      [1, '#ff8a1f', 0],
    ]);
  const face = [
    '<ellipse cx="7" cy="5" rx="60" ry="61" fill="url(#edge)"/>',
    '<path d="M58-12l9 3M59 4l9 2M56 20l9 5M48 36l8 6M36 48l7 7" stroke="#ffb652" stroke-opacity=".55" stroke-width="2"/>',
    '<circle r="60" fill="url(#face)"/>',
    '<circle r="58.5" fill="none" stroke="#fff0c8" stroke-opacity=".8" stroke-width="2"/>',
    '<circle r="48" fill="none" stroke="#b4560a" stroke-opacity=".55" stroke-width="3"/>',
    '<circle r="46" fill="none" stroke="#ffe9b6" stroke-opacity=".5" stroke-width="1.5"/>',
    `<g transform="translate(1.5 2)" stroke="#9c4a06" stroke-width="10">${BITCOIN}</g><g stroke="#fffaf0" stroke-width="9">${BITCOIN}</g>`,
    '<path d="M-50-18A53 53 0 0 1-6-52C-26-42-40-32-50-18z" fill="#fff" fill-opacity=".45"/>',
  ].join('');
  return framed({
    colours: { silk: ['#9a4a12', '#3c1503'], sky: ['#4a1c05', '#a5500f', '#ffb44a'] },
    defs,
    inside: `<circle cx="120" cy="126" r="110" fill="url(#glow)"/>${at(120, 126, rays(18, '#ffdf9a'), 1, 6).replace('<g', '<g opacity=".16"')}${at(62, 206, coinStack(4, 20, 7))}${at(180, 206, coinStack(3, 20, 7))}`,
    before: `<ellipse cx="124" cy="212" rx="52" ry="6" fill="#2a0d00" fill-opacity=".5"/>${at(120, 138, face, 1.08)}`,
    glints: [
      [78, 92, 11],
      [176, 172, 7],
      [190, 96, 5],
      [48, 150, 4],
    ],
  });
};

/** CW: a full wallet of emerald leather. */
export const prizeCw = (): string => {
  const defs =
    linear(
      'leather',
      [
        [0, '#3fd08f'],
        [0.5, '#149a63'],
        [1, '#07603d'],
      ],
      'x2=".6" y2="1"',
    ) +
    linear('flap', [
      [0, '#2fb97c'],
      [1, '#0a7a4c'],
    ]) +
    linear('lining', [
      [0, '#05402a'],
      [1, '#0b6a45'],
    ]) +
    radial('glow', [
      [0, '#d9ffe0', 0.75],
      [1, '#4be69a', 0],
    ]);
  const wallet = [
    '<path d="M-66-34H58a10 10 0 0 1 10 10V44a14 14 0 0 1-14 14H-58A14 14 0 0 1-72 44V-24z" fill="url(#lining)"/>',
    at(-34, -44, coin(21), 1, -12),
    at(6, -54, coin(25), 1, 8),
    at(42, -42, coin(18), 1, 18),
    '<path d="M-72-22C-60-16 60-16 72-22V46a14 14 0 0 1-14 14H-58A14 14 0 0 1-72 46z" fill="url(#leather)"/>',
    '<path d="M-64-12C-40-8 40-8 64-12M-64 50H64" fill="none" stroke="#d9ffd0" stroke-opacity=".6" stroke-width="2" stroke-dasharray="5 4"/>',
    '<path d="M74 4H38a17 17 0 0 0 0 34H74z" fill="url(#flap)" stroke="#063d27" stroke-opacity=".5" stroke-width="2"/>',
    '<circle cx="42" cy="21" r="8.5" fill="url(#gd)"/><circle cx="42" cy="21" r="3.5" fill="#8f5d14"/>',
    `<g transform="translate(-30 22)"><polygon points="${star(19, 8, 0.765, -90)}" fill="none" stroke="url(#gd)" stroke-width="3"/><circle r="6" fill="url(#g)"/></g>`,
    '<path d="M-66-16C-50-12-30-11-20-11L-48 54H-58A9 9 0 0 1-67 45z" fill="#fff" fill-opacity=".12"/>',
  ].join('');
  return framed({
    colours: { silk: ['#12714b', '#04261a'], sky: ['#04301f', '#0f7a4e', '#a8f0b8'] },
    defs,
    inside: `<circle cx="120" cy="130" r="104" fill="url(#glow)"/>${at(120, 120, rays(18, '#eafff0'), 1, 6).replace('<g', '<g opacity=".14"')}`,
    before: `<ellipse cx="120" cy="211" rx="76" ry="6" fill="#001a10" fill-opacity=".5"/>${at(120, 152, wallet)}`,
    glints: [
      [126, 84, 9],
      [72, 100, 6],
      [186, 118, 5],
      [60, 74, 4],
    ],
  });
};

/** RW: a pouch of ruby silk, tied with gold and full to the brim. */
export const prizeRw = (): string => {
  const defs =
    linear(
      'silkred',
      [
        [0, '#ff7a86'],
        [0.45, '#d91f45'],
        [1, '#7c0726'],
      ],
      'x2=".7" y2="1"',
    ) +
    radial('glow', [
      [0, '#ffe1d0', 0.8],
      [1, '#ff5c70', 0],
    ]);
  const pouch = [
    at(-24, -64, coin(20), 1, -14),
    at(18, -70, coin(23), 1, 10),
    at(-4, -52, coin(18)),
    '<path d="M-40-52C-26-44 28-44 42-52L34-26H-34z" fill="url(#silkred)"/>',
    '<path d="M-34-28C-66-6-78 26-70 46-64 60-44 64 0 64S64 60 70 46C78 26 66-6 34-28z" fill="url(#silkred)"/>',
    '<path d="M-20-22C-40 4-46 34-40 58M20-22C40 4 46 34 40 58M0-22V-6" stroke="#5e0018" stroke-opacity=".35" stroke-width="3" fill="none"/>',
    '<path d="M-37-34C-20-26 20-26 37-34L36-22C18-14-18-14-36-22z" fill="url(#g)"/>',
    '<path d="M30-26C48-30 58-20 56-8M34-24C44-18 46-8 42 4" stroke="url(#gd)" stroke-width="4" fill="none" stroke-linecap="round"/><circle cx="56" cy="-5" r="5" fill="url(#gd)"/><circle cx="42" cy="7" r="5" fill="url(#gd)"/>',
    `<g transform="translate(-2 24)"><circle r="25" fill="none" stroke="url(#gd)" stroke-width="3"/><polygon points="${star(19, 5, 0.45)}" fill="url(#gd)"/></g>`,
    '<path d="M-46-14C-64 8-66 32-60 46-54 30-50 8-36-18z" fill="#fff" fill-opacity=".22"/>',
  ].join('');
  return framed({
    colours: { silk: ['#9c1238', '#38020f'], sky: ['#42030f', '#a3163b', '#ffb38a'] },
    defs,
    inside: `<circle cx="120" cy="132" r="104" fill="url(#glow)"/>${at(120, 124, rays(18, '#fff0d8'), 1, 6).replace('<g', '<g opacity=".15"')}${at(56, 208, coinStack(3, 17, 6))}`,
    before: `<ellipse cx="122" cy="212" rx="68" ry="6" fill="#1e0006" fill-opacity=".55"/>${at(124, 148, pouch)}${at(190, 206, coin(13), 1, 20)}`,
    glints: [
      [144, 74, 9],
      [84, 94, 6],
      [66, 128, 4],
      [196, 92, 4],
    ],
  });
};
