import { type Hue, HUES, machine, machineDefs, mark } from './machine.ts';

export const ILLUSTRATIONS = ['welcome', 'maintenance', 'voucher'] as const;
type Illustration = (typeof ILLUSTRATIONS)[number];

const BLUE = HUES.x1;
/** A machine at rest: its light is out. */
const RESTING: Hue = { light: '#a9bdd6', mid: '#7f97b5', deep: '#3c506d' };

const turned = (cx: number, cy: number, radius: number, degrees: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${(cx + radius * Math.cos(angle)).toFixed(1)} ${(cy + radius * Math.sin(angle)).toFixed(1)}`;
};

/** The scale of a dial, its reading, and the light before it. */
const dial = (cx: number, cy: number, radius: number, hue: Hue, reading: number): string => {
  const ticks = Array.from(
    { length: 60 },
    (_, index) =>
      `M${turned(cx, cy, radius + (index % 5 === 0 ? 4 : 7), index * 6)}L${turned(cx, cy, radius + 12, index * 6)}`,
  ).join('');
  const end = -215 + reading * 250;
  return [
    `<radialGradient id="g"><stop stop-color="${hue.mid}" stop-opacity=".42"/><stop offset=".7" stop-color="${hue.mid}" stop-opacity=".12"/><stop offset="1" stop-color="${hue.mid}" stop-opacity="0"/></radialGradient>`,
    `<circle cx="${cx}" cy="${cy}" r="${radius + 26}" fill="url(#g)"/>`,
    `<path d="${ticks}" stroke="${hue.mid}" stroke-opacity=".65" stroke-width="1.600"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="none" stroke="${hue.mid}" stroke-opacity=".25" stroke-width="5"/>`,
    reading === 0
      ? ''
      : `<path d="M${turned(cx, cy, radius, -215)}A${radius} ${radius} 0 ${reading * 250 > 180 ? 1 : 0} 1 ${turned(cx, cy, radius, end)}" fill="none" stroke="#35c98d" stroke-width="5"/><circle cx="${turned(cx, cy, radius, end).replace(' ', '" cy="')}" r="7" fill="#35c98d" stroke="#eafff6" stroke-width="2"/>`,
  ].join('');
};

const shadow = (cx: number, cy: number, rx: number) =>
  `<radialGradient id="d"><stop stop-color="#04070c" stop-opacity=".6"/><stop offset="1" stop-color="#04070c" stop-opacity="0"/></radialGradient><ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${rx * 0.26}" fill="url(#d)"/>`;

const paper = (): string =>
  [
    `<linearGradient id="w" x2=".4" y2="1"><stop stop-color="#ffffff"/><stop offset="1" stop-color="#c3d8ec"/></linearGradient>`,
    `<g transform="translate(232 66)rotate(5)"><path d="M0 0h66v92l-8.250-6-8.250 6-8.250-6-8.250 6-8.250-6-8.250 6-8.250-6L0 92z" fill="url(#w)" stroke="#9fb9d3" stroke-width="1"/>`,
    mark(9, 9, 15, '#1b6fae', '#0f2a3f'),
    `<path d="M30 14h24M30 21h14M10 36h46M10 46h46M10 56h26" stroke="#9db4cb" stroke-width="3"/><circle cx="46" cy="68" r="10" fill="#1fb47c"/><path d="m41.500 68 3.500 3.500 6-7" fill="none" stroke="#fff" stroke-width="2.400"/></g>`,
  ].join('');

const block = (x: number, y: number, lit: boolean): string =>
  `<rect x="${x}" y="${y}" width="30" height="30" rx="7" fill="${BLUE.mid}" fill-opacity="${lit ? 0.42 : 0.16}" stroke="${BLUE.mid}" stroke-width="2"/><path d="M${x + 8} ${y + 10}h12M${x + 8} ${y + 15}h14M${x + 8} ${y + 20}h8" stroke="${BLUE.mid}" stroke-width="2"/>`;

/** A miner before the dial that measures it, the chain it works on, and the receipt that it leaves. */
const welcome = (): string =>
  [
    dial(160, 106, 84, BLUE, 0.7),
    `<path d="M36 86v22M36 138v22" stroke="${BLUE.mid}" stroke-width="2"/>`,
    block(21, 56, false) + block(21, 108, true) + block(21, 160, false),
    `<path d="M52 123h30" stroke="${BLUE.mid}" stroke-width="2" stroke-dasharray="1 6"/>`,
    shadow(164, 172, 92),
    machineDefs('a', BLUE),
    machine('a', { x: 94, y: 84, width: 92, height: 66, depth: 68, fans: 1, hue: BLUE, turn: 12 }),
    paper(),
  ].join('');

const maintenance = (): string =>
  [
    dial(160, 106, 84, RESTING, 0),
    shadow(164, 172, 92),
    machineDefs('a', RESTING),
    machine('a', {
      x: 94,
      y: 84,
      width: 92,
      height: 66,
      depth: 68,
      fans: 1,
      hue: RESTING,
      turn: 12,
      lamps: [0.1, 0.1],
    }),
    `<circle cx="236" cy="160" r="29" fill="#f5bd55"/><circle cx="236" cy="160" r="29" fill="none" stroke="#fff3d6" stroke-opacity=".8" stroke-width="2"/><path d="M228 149v22M244 149v22" stroke="#4a3206" stroke-width="6"/>`,
  ].join('');

/** A voucher with the miner that it becomes. */
const voucher = (): string => {
  const outline =
    'M26 44h268a10 10 0 0 1 10 10v36a14 14 0 0 0 0 28v36a10 10 0 0 1-10 10H26a10 10 0 0 1-10-10v-36a14 14 0 0 0 0-28V54a10 10 0 0 1 10-10z';
  const groups = [0, 1, 2, 3]
    .map(
      (group) =>
        `<rect x="${40 + group * 33}" y="122" width="27" height="18" rx="4" fill="#d9eefc" fill-opacity=".9"/>`,
    )
    .join('');
  return [
    `<linearGradient id="t" x2="1" y2=".7"><stop stop-color="#1d6fb0"/><stop offset=".55" stop-color="#124a7c"/><stop offset="1" stop-color="#0b2b4b"/></linearGradient>`,
    `<linearGradient id="h" x2="1"><stop stop-color="#fff" stop-opacity=".26"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`,
    `<path d="${outline}" fill="url(#t)"/><path d="M26 44h120L86 164H26a10 10 0 0 1-10-10v-36a14 14 0 0 0 0-28V54a10 10 0 0 1 10-10z" fill="url(#h)" opacity=".5"/>`,
    `<path d="${outline}" fill="none" stroke="${BLUE.mid}" stroke-width="2"/>`,
    `<path d="M190 56v96" stroke="#d9eefc" stroke-opacity=".55" stroke-width="2" stroke-dasharray="2 7"/>`,
    mark(38, 60, 34, '#8fd4ff', '#ffffff'),
    `<path d="M84 70h78M84 84h52" stroke="#d9eefc" stroke-opacity=".85" stroke-width="5"/><path d="M40 108h122" stroke="#d9eefc" stroke-opacity=".35" stroke-width="3"/>`,
    groups,
    machineDefs('a', BLUE),
    machine('a', { x: 199, y: 84, width: 60, height: 45, depth: 46, fans: 1, hue: BLUE, turn: 12 }),
  ].join('');
};

const DRAW: Record<Illustration, { draw: () => string; box: string }> = {
  welcome: { draw: welcome, box: '0 0 320 220' },
  maintenance: { draw: maintenance, box: '0 0 320 220' },
  voucher: { draw: voucher, box: '0 36 320 136' },
};

/** A drawing of one screen, on nothing: it stands on dark and light grounds. */
export const illustration = (name: Illustration): string => {
  const { draw, box } = DRAW[name];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" stroke-linecap="round" stroke-linejoin="round">${draw()}</svg>`;
};
