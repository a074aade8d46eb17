import { glints, ketupat, lamp, lantern, moonAndStar, MOTIF_DEFS, palm } from './prize-motifs.ts';
import { at, GOLD, khatam, lattice, linear, num, picture, radial } from './prize-paint.ts';
import { seeded } from '../shapes.ts';

const WIDTH = 720;
const HEIGHT = 420;

/** A card of the deck, face down, as it is seen from afar. */
const CARD =
  '<rect x="-48" y="-64" width="96" height="128" rx="11" fill="#03241a" fill-opacity=".45" transform="translate(4 6)"/>' +
  '<rect x="-48" y="-64" width="96" height="128" rx="11" fill="url(#silk)"/><rect x="-48" y="-64" width="96" height="128" rx="11" fill="url(#lattice)"/>' +
  '<rect x="-43" y="-59" width="86" height="118" rx="7" fill="none" stroke="url(#gd)" stroke-width="3"/>' +
  `<circle r="29" fill="url(#gd)"/><circle r="25" fill="#06392a"/><polygon points="${khatam(24)}" fill="none" stroke="#f4d27a" stroke-width="1.2"/>` +
  at(-2, 2, moonAndStar(14));

/** Domes and minarets on the horizon. */
const TOWN =
  '<path d="M0 330V300H40V276C40 252 62 246 70 232 78 246 100 252 100 276V300H128V262H134V240L140 226 146 240V262H152V300H196C196 262 232 254 244 224 256 254 292 262 292 300H330V282H360V300H428C428 262 464 254 476 224 488 254 524 262 524 300H568V262H574V240L580 226 586 240V262H592V300H620V276C620 252 642 246 650 232 658 246 680 252 680 276V300H720V330z"/>';

/** Stars of the night, the same every time. */
const night = (): string => {
  const next = seeded(1446);
  return Array.from({ length: 90 }, () => {
    const x = next() * WIDTH;
    const y = next() * 230;
    return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(0.6 + next() * 1.3)}" fill="#fff6d8" opacity="${num(0.25 + next() * 0.6)}"/>`;
  }).join('');
};

const rays = Array.from({ length: 24 }, (_, place) =>
  at(0, 0, '<path d="M0 0L-17-470H17z" fill="#ffe7a0"/>', 1, place * 15 + 7.5),
).join('');

/** The head of the campaign: a night of lanterns and ketupat over three cards that lie face down. */
export const prizeHero = (): string => {
  const defs = [
    GOLD,
    MOTIF_DEFS,
    linear('night', [
      [0, '#052a2c'],
      [0.5, '#0a5748'],
      [0.8, '#2f8a5a'],
      [1, '#d9a441'],
    ]),
    radial(
      'silk',
      [
        [0, '#1c8a66'],
        [1, '#06402f'],
      ],
      'r=".8"',
    ),
    radial('glow', [
      [0, '#fff1bd', 0.95],
      [0.35, '#ffd76e', 0.5],
      [1, '#ffc24a', 0],
    ]),
    linear('ground', [
      [0, '#0b4a38'],
      [1, '#042219'],
    ]),
    lattice(26, '#f4d27a', 0.3),
  ].join('');
  const content = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#night)"/>`,
    night(),
    '<circle cx="360" cy="226" r="300" fill="url(#glow)"/>',
    at(360, 236, rays).replace('<g', '<g opacity=".1"'),
    at(362, 150, `<circle r="118" fill="url(#halo)"/>${moonAndStar(96)}`, 1, -8),
    `<g fill="#06392e" fill-opacity=".85" transform="translate(0 30)">${TOWN}</g>`,
    `<path d="M0 352C120 330 240 344 360 352S600 366 720 344V420H0z" fill="url(#ground)"/>`,
    at(-14, 96, palm(170, '#1d7a4d', '#0f5a3a'), 1, -12),
    at(-20, 120, palm(150, '#239058', '#146a43'), 1, 22),
    at(734, 96, palm(170, '#1d7a4d', '#0f5a3a'), 1, 192),
    at(740, 120, palm(150, '#239058', '#146a43'), 1, 158),
    at(96, -8, lantern(66, '#c8324f'), 1.02),
    at(206, -8, lantern(24, '#1b8f8a'), 0.72),
    at(624, -8, lantern(66, '#7a3fb0'), 1.02),
    at(514, -8, lantern(24, '#d07a1c'), 0.72),
    at(36, -6, ketupat(12), 0.72),
    at(686, -6, ketupat(12), 0.72),
    at(160, -6, ketupat(116), 0.62),
    at(560, -6, ketupat(116), 0.62),
    at(250, 312, CARD, 1.1, -17),
    at(470, 312, CARD, 1.1, 17),
    '<circle cx="360" cy="290" r="130" fill="url(#halo)"/>',
    at(360, 286, CARD, 1.36),
    ...[60, 150, 570, 660].map((x, place) => at(x, place % 3 === 0 ? 384 : 392, lamp(), 0.95)),
    glints([
      [360, 176, 13],
      [448, 224, 10],
      [262, 226, 9],
      [300, 60, 8],
      [436, 66, 7],
      [404, 340, 8],
      [206, 250, 6],
      [520, 262, 6],
      [120, 232, 5],
      [604, 238, 5],
    ]),
  ].join('');
  return picture(WIDTH, HEIGHT, defs, content);
};
