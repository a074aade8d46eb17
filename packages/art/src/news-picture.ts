import { onScale } from './colour.ts';
import { HUES, machine, machineDefs, mark } from './machine.ts';
import { closedPath } from './shapes.ts';
import { W, H, VIOLET, night, pool, rack } from './news-scene.ts';

export const NEWS_KINDS = ['miners', 'receipts', 'safety', 'demo'] as const;
type NewsKind = (typeof NEWS_KINDS)[number];

const miners = (): string =>
  [
    night(HUES.x2, 624, 300, 11),
    machineDefs('a', HUES.x2) + machineDefs('b', HUES.x1),
    pool(250, 520, 260) + pool(1010, 520, 260) + pool(640, 590, 420),
    machine('b', { x: 96, y: 330, width: 180, height: 130, depth: 134, fans: 1, hue: HUES.x1, turn: 8 }),
    machine('b', { x: 884, y: 330, width: 180, height: 130, depth: 134, fans: 1, hue: HUES.x1, turn: 24 }),
    rack('a', 404, 176, 306, 92, 218, 4, HUES.x2),
  ].join('');

const receipts = (): string => {
  const bars = [58, 84, 72, 118, 146, 132, 190].map((tall, index) => {
    const x = 700 + index * 66;
    const y = 560 - tall;
    return `<path d="M${x} ${y}l22-9 22 9-22 9z" fill="#d7f0ff"/><path d="M${x} ${y}v${tall}l22 9v-${tall}z" fill="#4ab8f7"/><path d="M${x + 44} ${y}v${tall}l-22 9v-${tall}z" fill="#1b6fae"/>`;
  });
  const paper = 'M900 96h214v330l-26.750-20-26.750 20-26.750-20-26.750 20-26.750-20-26.750 20-26.750-20L900 426z';
  return [
    night(HUES.x1, 780, 300, 23),
    machineDefs('a', HUES.x1),
    pool(330, 540, 360) + pool(930, 580, 330),
    machine('a', { x: 120, y: 260, width: 270, height: 196, depth: 200, fans: 1, hue: HUES.x1, turn: 14 }),
    `<path d="M520 330q130-120 330-90" fill="none" stroke="#bfe6ff" stroke-width="4" stroke-dasharray="4 16" stroke-linecap="round"/>`,
    `<linearGradient id="w" x2=".4" y2="1"><stop stop-color="#ffffff"/><stop offset="1" stop-color="#c5d9ec"/></linearGradient>`,
    `<g transform="rotate(5 1000 260)"><path d="${paper}" fill="#03060b" opacity=".4" transform="translate(14 18)"/><path d="${paper}" fill="url(#w)"/>`,
    mark(936, 128, 52, '#1b6fae', '#0f2a3f'),
    `<path d="M1004 142h74M1004 166h46M936 214h142M936 250h142M936 286h96" stroke="#9db4cb" stroke-width="9" stroke-linecap="round"/>`,
    `<circle cx="1050" cy="346" r="40" fill="#1fb47c"/><path d="m1031 347 14 14 25-29" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/></g>`,
    ...bars,
  ].join('');
};

/** A shield cut like a stone, lit from above left. */
const shield = (): string => {
  const scale = ['#0a2f57', '#125a9e', '#2c8fdd', '#7cc7fb', '#e4f5ff'];
  const middle = [624, 330];
  const rim = [
    [624, 96],
    [770, 150],
    [838, 168],
    [830, 340],
    [770, 474],
    [624, 580],
    [478, 474],
    [418, 340],
    [410, 168],
    [478, 150],
  ] as const;
  const inner = rim.map(([x, y]) => [624 + (x - 624) * 0.6, 330 + (y - 330) * 0.6] as const);
  const light = [0.84, 0.5, 0.26, 0.1, 0.16, 0.32, 0.5, 0.72, 0.92, 1];
  const outer = rim.map((point, index) => {
    const next = (index + 1) % rim.length;
    const [a, b, c] = [rim[next] ?? point, inner[next] ?? point, inner[index] ?? point];
    return `<path d="${closedPath([point, a, b, c])}" fill="${onScale(scale, light[index] ?? 0.5)}"/>`;
  });
  const face = inner.map((point, index) => {
    const a = inner[(index + 1) % inner.length] ?? point;
    return `<path d="${closedPath([point, a, [middle[0] ?? 0, middle[1] ?? 0]])}" fill="${onScale(scale, 0.16 + (light[(index + 5) % 10] ?? 0.5) * 0.6)}"/>`;
  });
  return `<g stroke="#e4f5ff" stroke-opacity=".22" stroke-width="1.500" stroke-linejoin="round">${outer.join('')}${face.join('')}</g>`;
};

const safety = (): string => {
  const dots = Array.from(
    { length: 6 },
    (_, index) =>
      `<circle cx="${504 + index * 48}" cy="648" r="13" fill="#f5d58a" fill-opacity="${index < 4 ? 1 : 0.3}"/>`,
  );
  return [
    night(HUES.x1, 624, 320, 37),
    pool(624, 600, 420),
    shield(),
    `<path d="M576 300v-44a48 48 0 0 1 96 0v44" fill="none" stroke="#f7fbff" stroke-width="24" stroke-linecap="round"/>`,
    `<linearGradient id="k" x2=".4" y2="1"><stop stop-color="#ffffff"/><stop offset="1" stop-color="#c9dcee"/></linearGradient>`,
    `<rect x="546" y="292" width="156" height="126" rx="20" fill="url(#k)"/><circle cx="624" cy="342" r="18" fill="#125a9e"/><path d="M624 350v34" stroke="#125a9e" stroke-width="13" stroke-linecap="round"/>`,
    ...dots,
  ].join('');
};

/** A miner under glass: a model of one, and shown as such. */
const demo = (): string =>
  [
    night(VIOLET, 624, 320, 53),
    machineDefs('a', VIOLET),
    pool(624, 596, 470),
    `<linearGradient id="b" x2="1"><stop stop-color="#2c2650"/><stop offset=".5" stop-color="#5a4f94"/><stop offset="1" stop-color="#1d1938"/></linearGradient>`,
    `<path d="M334 556v30a290 72 0 0 0 580 0v-30z" fill="url(#b)"/><ellipse cx="624" cy="556" rx="290" ry="72" fill="#3b3468" stroke="#b9a8ff" stroke-width="3"/><ellipse cx="624" cy="554" rx="250" ry="58" fill="#171430"/>`,
    machine('a', { x: 446, y: 342, width: 216, height: 150, depth: 158, fans: 1, hue: VIOLET, turn: 17 }),
    `<linearGradient id="g" x2="1" y2=".3"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".4" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#b9a8ff" stop-opacity=".2"/></linearGradient>`,
    `<path d="M384 556V300a240 216 0 0 1 480 0v256a240 56 0 0 1-480 0z" fill="url(#g)" stroke="#e6ddff" stroke-opacity=".75" stroke-width="3"/>`,
    `<path d="M424 470V306a200 176 0 0 1 66-132" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="9" stroke-linecap="round"/>`,
    `<circle cx="624" cy="68" r="18" fill="#b9a8ff"/><circle cx="618" cy="62" r="6" fill="#fff" opacity=".8"/>`,
    `<path d="M40 330q40-90 80 0t80 0 80 0M968 330q40-90 80 0t80 0 80 0" fill="none" stroke="#b9a8ff" stroke-opacity=".7" stroke-width="5" stroke-linecap="round"/>`,
  ].join('');

const DRAW: Record<NewsKind, () => string> = { miners, receipts, safety, demo };

/** The picture of a banner or an announcement, 1248 × 702. No words in it: they come in ten languages. */
export const newsPicture = (kind: NewsKind): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}">${DRAW[kind]()}</svg>`;
