import { BLUE, LIGHT, STEEL, DEEP, plate, dashed, solid, drawn, dot } from './empty-plate.ts';

/** What a list or a place may lack, and what a screen of one question is about. */
export const EMPTY_KINDS = [
  'orders',
  'announcements',
  'tickets',
  'nfts',
  'history',
  'team',
  'search',
  'offline',
  'lock',
  'shield',
  'letter',
] as const;
type EmptyKind = (typeof EMPTY_KINDS)[number];

/** A miner that is not there yet. */
const orders = (): string =>
  [
    solid('M72 60l58-24 40 17-58 24z', BLUE, ' opacity=".16"'),
    solid('M72 60v46l40 18V77z', BLUE, ' opacity=".24"'),
    solid('M170 53v46l-58 25V77z', BLUE, ' opacity=".1"'),
    dashed('M72 60l58-24 40 17v46l-58 25-40-18zM72 60l40 17 58-24M112 77v47'),
    `<ellipse cx="91" cy="93" rx="12" ry="16" transform="rotate(-8 91 93)" fill="none" stroke="${BLUE}" stroke-width="2.500" stroke-dasharray="5 4"/>`,
    dot(190, 34, 15, 'url(#o)'),
    drawn('M190 27v14M183 34h14', '#fff', 3),
  ].join('');

/** A horn that nobody blows. */
const announcements = (): string =>
  [
    solid('M84 70l62-34v76L84 92z', 'url(#s)'),
    solid('M146 36c10 0 18 17 18 38s-8 38-18 38-14-17-14-38 4-38 14-38z', 'url(#o)'),
    solid('M147 52c5 0 9 10 9 22s-4 22-9 22-7-10-7-22 2-22 7-22z', DEEP, ' opacity=".55"'),
    solid('M84 70l-14 4c-6 2-6 14 0 16l14 2z', STEEL),
    solid('M92 94l6 26h14l-5-21z', STEEL),
    drawn('M180 58q8 16 0 32M192 48q14 26 0 52', BLUE, 3),
  ].join('');

/** Two bubbles, the second still without words. */
const tickets = (): string =>
  [
    solid(
      'M66 34h72a12 12 0 0 1 12 12v28a12 12 0 0 1-12 12H98l-18 16V86H66a12 12 0 0 1-12-12V46a12 12 0 0 1 12-12z',
      'url(#o)',
    ),
    drawn('M72 52h56M72 66h36', '#fff', 4),
    solid(
      'M124 62h52a11 11 0 0 1 11 11v22a11 11 0 0 1-11 11h-8v14l-16-14h-28a11 11 0 0 1-11-11V73a11 11 0 0 1 11-11z',
      'url(#s)',
    ),
    dot(134, 84, 4, STEEL) + dot(150, 84, 4, STEEL) + dot(166, 84, 4, STEEL),
  ].join('');

/** A frame that waits for its guardian. */
const nfts = (): string =>
  [
    solid('M84 22h72l12 12v76l-12 12H84l-12-12V34z', 'url(#o)'),
    solid('M88 30h64l8 8v68l-8 8H88l-8-8V38z', DEEP),
    dashed('M96 62l2-22 16 12h12l16-12 2 22 6 14-10 16-20 14-20-14-10-16z'),
    drawn('M106 72l10 4M134 72l-10 4', BLUE, 2.5),
    solid('M120 112l8 8-8 8-8-8z', 'url(#s)'),
  ].join('');

/** A clock that has nothing to look back on. */
const history = (): string =>
  [
    solid('M74 40h64a8 8 0 0 1 8 8v66a8 8 0 0 1-8 8H74a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8z', 'url(#s)'),
    drawn('M80 60h36M80 76h24M80 92h30', '#9db6d0', 4),
    dot(148, 86, 30, 'url(#o)'),
    dot(148, 86, 22, DEEP),
    drawn('M148 72v15l10 7', LIGHT, 3.5),
  ].join('');

/** One member, and the places of those to come. */
const team = (): string => {
  const head = (x: number, y: number, size: number, fill: string) =>
    dot(x, y, size, fill) +
    solid(`M${x - size * 1.7} ${y + size * 3}a${size * 1.7} ${size * 1.6} 0 0 1 ${size * 3.4} 0z`, fill);
  const place = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="9" fill="${BLUE}" fill-opacity=".16" stroke="${BLUE}" stroke-width="2.500" stroke-dasharray="5 4"/>` +
    dashed(`M${x - 15} ${y + 28}a15 14 0 0 1 30 0z`);
  return [
    drawn('M98 66L72 82M142 66l26 16', STEEL, 2.5),
    place(62, 84),
    place(178, 84),
    head(120, 46, 17, 'url(#o)'),
  ].join('');
};

/** A glass over nothing. */
const search = (): string =>
  [
    dot(112, 70, 38, 'url(#o)'),
    dot(112, 70, 29, DEEP),
    drawn('M94 62a20 20 0 0 1 14-12', LIGHT, 4),
    drawn('M140 98l24 24', 'url(#s)', 11),
    drawn('M100 74h6M118 74h6', BLUE, 4),
  ].join('');

/** A cloud and a plug that do not meet. */
const offline = (): string =>
  [
    solid('M84 78a22 22 0 0 1 4-43 30 30 0 0 1 57 4 20 20 0 0 1 11 39z', 'url(#s)'),
    drawn('M106 54l24 20M130 54l-24 20', '#7f9cbc', 4.5),
    drawn('M120 78v10', 'url(#s)', 6),
    solid('M110 88h20v8h-20z', STEEL),
    drawn('M115 96v6M125 96v6', STEEL, 3),
    solid('M108 112h24v10a12 9 0 0 1-24 0z', 'url(#o)'),
    drawn('M120 130q0 12-20 14', BLUE, 3),
    drawn('M98 104l-6-4M142 104l6-4', '#f5bd55', 2.5),
  ].join('');

/** A padlock: closed for now. */
const lock = (): string =>
  [
    drawn('M98 74V56a22 22 0 0 1 44 0v18', STEEL, 9),
    solid('M86 70h68a8 8 0 0 1 8 8v38a8 8 0 0 1-8 8H86a8 8 0 0 1-8-8V78a8 8 0 0 1 8-8z', 'url(#o)'),
    dot(120, 92, 7.5, DEEP),
    drawn('M120 95v13', DEEP, 5),
  ].join('');

/** Frozen behind a shield. */
const shield = (): string =>
  [
    solid('M120 20l46 16v32c0 30-18 48-46 60-28-12-46-30-46-60V36z', 'url(#o)'),
    solid('M120 31l36 13v25c0 24-14 38-36 48-22-10-36-24-36-48V44z', DEEP),
    drawn('M120 52v44M101 63l38 22M139 63l-38 22', LIGHT, 4),
    drawn('M114 54l6 6 6-6M114 94l6-6 6 6', LIGHT, 3),
  ].join('');

/** A letter with a key in it. */
const letter = (): string =>
  [
    solid('M74 46h84a8 8 0 0 1 8 8v54a8 8 0 0 1-8 8H74a8 8 0 0 1-8-8V54a8 8 0 0 1 8-8z', 'url(#s)'),
    drawn('M70 52l46 36 46-36', '#9db6d0', 4),
    dot(162, 104, 24, 'url(#o)'),
    `<circle cx="154" cy="104" r="6.500" fill="none" stroke="${DEEP}" stroke-width="4"/>`,
    drawn('M161 104h16M175 104v7M168 104v5', DEEP, 4),
  ].join('');

const DRAW: Record<EmptyKind, () => string> = {
  orders,
  announcements,
  tickets,
  nfts,
  history,
  team,
  search,
  offline,
  lock,
  shield,
  letter,
};

/** What stands where nothing is yet: 240 × 176, on nothing. */
export const emptyPicture = (kind: EmptyKind): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 176" stroke-linecap="round" stroke-linejoin="round">${plate()}${DRAW[kind]()}</svg>`;
