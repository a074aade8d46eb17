import { framed } from './prize-frame.ts';
import { moonAndStar, shape } from './prize-motifs.ts';
import { at, linear, num, radial } from './prize-paint.ts';
import { seeded } from '../shapes.ts';

/** Lit windows in a tower. */
const windows = (seed: number, x: number, y: number, columns: number, rows: number): string => {
  const next = seeded(seed);
  const lit: string[] = [];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      if (next() > 0.42)
        lit.push(
          `<rect x="${num(x + column * 5)}" y="${num(y + row * 7)}" width="2.4" height="3.4" fill="#ffdf8f" opacity="${num(0.55 + next() * 0.45)}"/>`,
        );
  return lit.join('');
};

const tower = (x: number, width: number, top: number, seed: number, fill = 'url(#stone)'): string =>
  shape(
    [
      [x, 216],
      [x, top + 8],
      [x + width / 2, top],
      [x + width, top + 8],
      [x + width, 216],
    ],
    fill,
  ) + windows(seed, x + 3, top + 14, Math.floor((width - 4) / 5), Math.floor((196 - top) / 7));

/** The stepped needle in the middle of the town. */
const NEEDLE =
  '<path d="M120 34L121.5 74 126 78V98L131 102V126L136 130V158L142 162V216H98V162L104 158V130L109 126V102L114 98V78L118.5 74z" fill="url(#needle)"/>' +
  '<path d="M120 34L121.5 74 126 78V98L131 102V126L136 130V158L142 162V216H120z" fill="#2a0f4a" fill-opacity=".38"/>' +
  '<path d="M114 98h12M109 126h22M104 158h32" stroke="#ffdf95" stroke-width="1.6" stroke-opacity=".9"/>' +
  '<path d="M113 106v16M118 82v14M109 134v20M114 130v84M108 164v50M126 164v50M132 166v48M120 104v18" stroke="#ffe9b8" stroke-opacity=".35" stroke-width="1"/>';

/** The hotel in the shape of a sail, on its island. */
const SAIL =
  '<path d="M52 206V112C74 132 84 166 84 206z" fill="url(#sail)"/><path d="M52 112V206" stroke="#fff3cf" stroke-width="3"/>' +
  '<path d="M54 140C64 146 70 152 74 160M54 158C66 162 74 168 79 176M54 176C68 178 76 184 82 190" stroke="#4b2a78" stroke-opacity=".45" stroke-width="2" fill="none"/>' +
  '<path d="M46 112H58" stroke="#f6cf63" stroke-width="3.5"/><path d="M52 112V98" stroke="#f6cf63" stroke-width="2"/>';

/** A journey to Dubai: needle, sail and domes at dusk. */
export const prizeDubai = (): string => {
  const defs =
    linear('stone', [
      [0, '#6d3f97'],
      [1, '#2a1350'],
    ]) +
    linear(
      'needle',
      [
        [0, '#fff0c4'],
        [0.4, '#f0b65c'],
        [1, '#a85a63'],
      ],
      'x2="1" y2="1"',
    ) +
    linear(
      'sail',
      [
        [0, '#fff6df'],
        [1, '#b58bd0'],
      ],
      'x2="1" y2="1"',
    ) +
    linear('sea', [
      [0, '#b8567a'],
      [1, '#2a1450'],
    ]) +
    radial('sun', [
      [0, '#fff2b8', 0.95],
      [0.35, '#ffc46b', 0.6],
      [1, '#ff9a5a', 0],
    ]);
  const inside = [
    '<circle cx="120" cy="160" r="110" fill="url(#sun)"/>',
    at(74, 92, moonAndStar(13)),
    tower(148, 17, 104, 3),
    tower(168, 20, 128, 5),
    tower(188, 18, 112, 8),
    tower(86, 12, 132, 13),
    NEEDLE,
    tower(146, 14, 158, 21, '#3a1c66'),
    SAIL,
    '<path d="M150 190a14 14 0 0 1 28 0v10h-28z" fill="#4b2478"/><path d="M164 176v-8" stroke="#f4d27a" stroke-width="2"/>',
    '<path d="M30 200H210V218H30z" fill="url(#sea)"/>',
    '<path d="M40 206h40M96 206h50M160 207h40M54 212h30M110 212h24M150 213h34" stroke="#ffd58a" stroke-opacity=".7" stroke-width="1.6"/>',
  ].join('');
  return framed({
    colours: { silk: ['#5b2a86', '#22093f'], sky: ['#25104e', '#93366f', '#ffae5e'] },
    defs,
    inside,
    glints: [
      [120, 36, 9],
      [176, 82, 5],
      [98, 78, 4],
      [46, 52, 5],
    ],
  });
};
