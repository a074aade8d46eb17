import { moonAndStar, MOTIF_DEFS } from './prize-motifs.ts';
import { at, GOLD, khatam, lattice, linear, num, picture, radial, star } from './prize-paint.ts';

const WIDTH = 300;
const HEIGHT = 400;

/** A leaf scroll in a corner; the other three are its mirror images. */
const CORNER =
  '<path d="M0 0h44c-20 4-30 14-34 24-4 4-10 8-10 20z" fill="url(#gd)"/>' +
  '<path d="M48 4c-16 8-26 18-30 30M4 48c8-16 18-26 30-30" fill="none" stroke="url(#g)" stroke-width="2.5" stroke-linecap="round"/>' +
  '<circle cx="40" cy="40" r="5" fill="url(#g)"/>';

const corners = (inset: number): string =>
  [
    [inset, inset, 1, 1],
    [WIDTH - inset, inset, -1, 1],
    [inset, HEIGHT - inset, 1, -1],
    [WIDTH - inset, HEIGHT - inset, -1, -1],
  ]
    .map(([x, y, sx, sy]) => `<g transform="translate(${x} ${y}) scale(${sx} ${sy})">${CORNER}</g>`)
    .join('');

/** Petals around the medallion. */
const petals = (count: number, radius: number, size: number): string =>
  Array.from({ length: count }, (_, place) =>
    at(
      0,
      0,
      `<path d="M0 ${num(-radius)}C${num(size)} ${num(-radius - size * 0.6)} ${num(size * 0.7)} ${num(-radius - size * 1.5)} 0 ${num(-radius - size * 2)}C${num(-size * 0.7)} ${num(-radius - size * 1.5)} ${num(-size)} ${num(-radius - size * 0.6)} 0 ${num(-radius)}z" fill="url(#gd)" fill-opacity=".92"/>`,
      1,
      (place * 360) / count,
    ),
  ).join('');

/** The back of a card: emerald silk with a gold lattice and the new moon in a medallion. Equal when turned by half. */
export const prizeCardBack = (): string => {
  const defs =
    GOLD +
    MOTIF_DEFS +
    radial(
      'silk',
      [
        [0, '#1c8a66'],
        [0.55, '#0d5a44'],
        [1, '#05301f'],
      ],
      'cx=".5" cy=".45" r=".75"',
    ) +
    radial('well', [
      [0, '#12694f'],
      [1, '#043022'],
    ]) +
    linear(
      'sheen',
      [
        [0, '#ffffff', 0.2],
        [0.35, '#ffffff', 0],
        [0.7, '#ffffff', 0],
        [1, '#ffffff', 0.08],
      ],
      'x2="1" y2="1"',
    ) +
    lattice(50, '#f4d27a', 0.34, 1.3);
  const middle = [
    petals(16, 78, 13),
    '<circle r="80" fill="url(#gs)"/>',
    '<circle r="77" fill="url(#gd)"/>',
    '<circle r="70" fill="url(#well)"/>',
    `<polygon points="${khatam(67)}" fill="none" stroke="url(#gd)" stroke-width="2"/>`,
    `<polygon points="${star(67, 8, 0.765, -67.5)}" fill="none" stroke="#f4d27a" stroke-opacity=".35" stroke-width="1.2"/>`,
    at(-4, 4, moonAndStar(38)),
  ].join('');
  const content = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#silk)"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#lattice)"/>`,
    '<rect x="12" y="12" width="276" height="376" rx="16" fill="none" stroke="url(#gd)" stroke-width="4"/>',
    '<rect x="20" y="20" width="260" height="360" rx="11" fill="none" stroke="#f4d27a" stroke-opacity=".6" stroke-width="1.4"/>',
    corners(26),
    `<circle cx="150" cy="200" r="128" fill="url(#halo)"/>`,
    at(150, 200, middle),
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sheen)"/>`,
  ].join('');
  return picture(WIDTH, HEIGHT, defs, content);
};
