import { framed } from './prize-frame.ts';
import { moonAndStar, palm, shape } from './prize-motifs.ts';
import { at, linear, num, radial } from './prize-paint.ts';
import { seeded } from './shapes.ts';

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

/** An island of limestone with a green crown. */
const karst = (x: number, width: number, top: number, fill: string): string => {
  const half = width / 2;
  return (
    `<path d="M${num(x - half)} 172C${num(x - half * 0.9)} ${num(top + 40)} ${num(x - half * 0.75)} ${num(top + 8)} ${num(x - half * 0.2)} ${num(top)}S${num(x + half * 0.7)} ${num(top + 10)} ${num(x + half * 0.8)} ${num(top + 36)} ${num(x + half)} 150 ${num(x + half * 0.92)} 172z" fill="${fill}"/>` +
    `<path d="M${num(x - half * 0.86)} ${num(top + 34)}C${num(x - half * 0.7)} ${num(top + 6)} ${num(x - half * 0.4)} ${num(top)} ${num(x - half * 0.2)} ${num(top)}S${num(x + half * 0.7)} ${num(top + 8)} ${num(x + half * 0.8)} ${num(top + 36)}C${num(x + half * 0.5)} ${num(top + 24)} ${num(x + half * 0.35)} ${num(top + 40)} ${num(x + half * 0.05)} ${num(top + 26)}S${num(x - half * 0.5)} ${num(top + 42)} ${num(x - half * 0.86)} ${num(top + 34)}z" fill="url(#grove)"/>` +
    `<path d="M${num(x - half * 0.3)} ${num(top + 46)}C${num(x - half * 0.4)} ${num(top + 70)} ${num(x - half * 0.25)} 130 ${num(x - half * 0.35)} 160M${num(x + half * 0.35)} ${num(top + 46)}C${num(x + half * 0.45)} ${num(top + 80)} ${num(x + half * 0.3)} 140 ${num(x + half * 0.4)} 164" stroke="#fff" stroke-opacity=".28" stroke-width="2.5" fill="none"/>`
  );
};

/** The long boat with its ribbons. */
const BOAT =
  '<path d="M62 176C74 196 92 202 128 202H172C184 202 190 190 200 172 192 182 182 188 168 188H104C86 188 74 184 62 158z" fill="url(#hull)"/>' +
  '<path d="M74 184C84 190 94 191 108 191H168" stroke="#ffdf95" stroke-width="2" fill="none"/>' +
  '<path d="M112 162H164L170 168H106z" fill="url(#g)"/><path d="M114 168V188M138 168V188M162 168V188" stroke="#7a4411" stroke-width="2.5"/>' +
  '<path d="M63 162C59 168 60 174 56 182M64 164C62 172 66 176 63 184M65 166C68 174 70 176 70 184" stroke-width="3" stroke-linecap="round" fill="none" stroke="#ff4f72"/>' +
  '<path d="M64 165C60 171 63 178 59 184" stroke="#ffe16b" stroke-width="2.2" stroke-linecap="round" fill="none"/>';

/** A journey to Phuket: islands of limestone, a long boat, a palm. */
export const prizePhuket = (): string => {
  const defs =
    linear(
      'rock',
      [
        [0, '#d9c8ab'],
        [1, '#77675c'],
      ],
      'x2="1" y2="1"',
    ) +
    linear(
      'far',
      [
        [0, '#9ccbd0'],
        [1, '#5ea0ad'],
      ],
      'x2="1" y2="1"',
    ) +
    linear('grove', [
      [0, '#8fd35a'],
      [1, '#1f7a45'],
    ]) +
    linear('sea', [
      [0, '#5fe0d6'],
      [0.5, '#12a6b4'],
      [1, '#056a86'],
    ]) +
    linear('hull', [
      [0, '#c4742c'],
      [1, '#5a2b0e'],
    ]) +
    radial('sun', [
      [0, '#fffbe0'],
      [0.25, '#ffe999'],
      [1, '#ffd05e', 0],
    ]);
  const inside = [
    '<circle cx="96" cy="96" r="66" fill="url(#sun)"/>',
    karst(188, 62, 92, 'url(#far)'),
    karst(62, 44, 118, 'url(#far)'),
    karst(134, 66, 70, 'url(#rock)'),
    '<path d="M30 166H210V218H30z" fill="url(#sea)"/>',
    '<path d="M36 176h26M90 172h30M150 175h40M176 182h28M38 196h22M70 208h34M140 210h44M184 200h20" stroke="#e6fffb" stroke-opacity=".65" stroke-width="1.8" stroke-linecap="round"/>',
    '<ellipse cx="132" cy="203" rx="58" ry="4" fill="#04506a" fill-opacity=".5"/>',
    BOAT,
    at(214, 58, palm(64, '#3fae5a', '#1c7a41'), 1, 158),
    at(218, 62, palm(58, '#55c46a', '#249050'), 1, 122),
    at(212, 52, palm(52, '#2f9a50', '#166638'), 1, 192),
  ].join('');
  return framed({
    colours: { silk: ['#0f7c83', '#053644'], sky: ['#2aa7d6', '#8fe0e6', '#ffe9b0'] },
    defs,
    inside,
    glints: [
      [96, 96, 7],
      [44, 50, 5],
      [160, 196, 4],
    ],
  });
};
