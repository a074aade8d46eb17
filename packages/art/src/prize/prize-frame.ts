import { MOTIF_DEFS } from './prize-motifs.ts';
import { GOLD, glint, lattice, linear, picture, radial } from './prize-paint.ts';

/** Side of every prize picture. */
const SIDE = 240;

/** The pointed window that every prize looks out of. */
const ARCH = 'M30 218V112C30 70 84 52 120 16C156 52 210 70 210 112V218z';

export interface PrizeColours {
  /** Silk around the window: middle and rim. */
  silk: readonly [string, string];
  /** What is behind the object, from top to bottom. */
  sky: readonly [string, string, string];
}

interface Scene {
  colours: PrizeColours;
  defs?: string;
  /** Seen through the window. */
  inside: string;
  /** Stands before the frame. */
  before?: string;
  glints?: readonly (readonly [x: number, y: number, size: number])[];
}

/** A prize in its golden window. */
export const framed = ({ colours, defs = '', inside, before = '', glints = [] }: Scene): string => {
  const allDefs = [
    GOLD,
    MOTIF_DEFS,
    radial(
      'silk',
      [
        [0, colours.silk[0]],
        [1, colours.silk[1]],
      ],
      'cx=".5" cy=".4" r=".8"',
    ),
    linear('sky', [
      [0, colours.sky[0]],
      [0.55, colours.sky[1]],
      [1, colours.sky[2]],
    ]),
    lattice(40, '#f4d27a', 0.3),
    linear('shade', [
      [0, '#000000', 0],
      [1, '#000000', 0.45],
    ]),
    `<clipPath id="arch"><path d="${ARCH}"/></clipPath>`,
    defs,
  ].join('');
  const content = [
    `<rect width="${SIDE}" height="${SIDE}" fill="url(#silk)"/>`,
    `<rect width="${SIDE}" height="${SIDE}" fill="url(#lattice)"/>`,
    `<path d="${ARCH}" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="16" transform="translate(0 3)"/>`,
    `<g clip-path="url(#arch)"><rect width="${SIDE}" height="${SIDE}" fill="url(#sky)"/>${inside}</g>`,
    `<path d="${ARCH}" fill="none" stroke="url(#gs)" stroke-width="10" stroke-linejoin="round"/>`,
    `<path d="${ARCH}" fill="none" stroke="url(#gd)" stroke-width="6.5" stroke-linejoin="round"/>`,
    `<path d="M36 214V114C36 77 86 58 120 25C154 58 204 77 204 114V214" fill="none" stroke="#fff3c0" stroke-opacity=".55" stroke-width="1.2"/>`,
    '<path d="M18 215H222V226H18z" fill="url(#g)"/><path d="M18 226H222V230H18z" fill="url(#gs)"/>',
    '<circle cx="120" cy="14" r="6" fill="url(#gd)"/>',
    before,
    ...glints.map(([x, y, size]) => glint(x, y, size)),
  ].join('');
  return picture(SIDE, SIDE, allDefs, content);
};
