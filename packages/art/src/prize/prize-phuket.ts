import { framed } from './prize-frame.ts';
import { palm } from './prize-motifs.ts';
import { at, linear, num, radial } from './prize-paint.ts';

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
