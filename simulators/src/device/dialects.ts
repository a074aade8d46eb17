import { mix } from '../program/noise.ts';

/**
 * How firmwares in the field say the same figures. Each dialect answers `summary` in its own words; everything else stays as
 * cgminer has it.
 */
export const dialects = [
  'cgminer',
  'antminer',
  's19-text',
  'vnish',
  'luxos',
  'bosminer',
  'mara',
  'avalon',
  'foundry',
  'no-counter',
  'no-average',
  'zero-counter',
  'counter-32-bit',
  'counter-float32',
  'counter-negative',
  'whatsminer',
  'whatsminer-denied',
  'stats-only',
  'text',
] as const;
export type Dialect = (typeof dialects)[number];

type Field = [key: string, literal: string];

/** Figures of a device in MH/s and MH, as cgminer computes them. */
type Said = {
  elapsedS: number;
  averageMhs: number;
  windowMhs: (seconds: number) => number;
  totalMh: bigint;
  accepted: number;
  rejected: number;
  atS: number;
};

/** The figures as fields, for firmwares to choose from. */
type Words = {
  said: Said;
  common: Field[];
  mhs: (seconds: number) => string;
  ghs: (seconds: number) => string;
  average: Field;
  averageGhs: Field;
  average30m: Field;
  total: (mh: bigint) => Field;
  exponent: Field;
};

const wordsOf = (said: Said): Words => {
  const ghs = (seconds: number): string => (said.windowMhs(seconds) / 1000).toFixed(2);
  return {
    said,
    common: [
      ['Elapsed', String(said.elapsedS)],
      ['Accepted', String(said.accepted)],
      ['Rejected', String(said.rejected)],
    ],
    mhs: (seconds) => said.windowMhs(seconds).toFixed(2),
    ghs,
    average: ['MHS av', said.averageMhs.toFixed(2)],
    averageGhs: ['GHS av', (said.averageMhs / 1000).toFixed(2)],
    average30m: ['GHS 30m', ghs(1800)],
    total: (mh) => ['Total MH', `${mh}.0000`],
    exponent: ['Total MH', Number(said.totalMh).toExponential(12)],
  };
};

const withTotal = ({ said, common, average, mhs, total }: Words, count: (mh: bigint) => bigint): Field[] => [
  ...common,
  average,
  ['MHS 5s', mhs(5)],
  total(count(said.totalMh)),
];

/** Firmwares whose summary has the frame of cgminer and fields of its own. */
const summaries: { readonly [D in Dialect]?: (words: Words) => Field[] } = {
  antminer: ({ common, ghs, averageGhs, exponent }) => [
    ...common,
    ['GHS 5s', JSON.stringify(ghs(5))],
    averageGhs,
    exponent,
  ],
  // Every figure as text, the counter with an exponent.
  's19-text': ({ common, ghs, average30m, averageGhs, exponent }) =>
    asText([...common, ['GHS 5s', ghs(5)], average30m, averageGhs, exponent]),
  vnish: ({ said, common, ghs, average30m, averageGhs, total }) => [
    ...common,
    ...asText([['GHS 5s', ghs(5)], average30m, averageGhs, total(said.totalMh)]),
  ],
  // Whole MH, and every window in GH/s.
  luxos: ({ said, common, ghs, averageGhs }) => [
    ...common,
    ...[5, 60, 300, 900].map((s): Field => [`GHS ${windowName(s)}`, ghs(s)]),
    averageGhs,
    ['Total MH', String(said.totalMh)],
  ],
  bosminer: ({ said, common, mhs, average }) => [
    ...common,
    ...[900, 60, 86_400, 300, 5].map((s): Field => [`MHS ${windowName(s)}`, mhs(s)]),
    average,
    ['Total MH', `${said.totalMh}.0`],
  ],
  // Averages and no counter.
  mara: ({ common, ghs, average30m, averageGhs }) => [...common, ['GHS 5s', ghs(5)], average30m, averageGhs],
  avalon: ({ said, common, average, mhs, total }) => [
    ...common,
    average,
    ['MHS 30s', mhs(30)],
    ['MHS 1m', mhs(60)],
    total(said.totalMh),
  ],
  // TH under the name of MH: a millionth of what the key promises.
  foundry: ({ said, common, ghs }) => [
    ...common,
    ['GHS 5s', ghs(5)],
    ['Total MH', (Number(said.totalMh) / 1e6).toFixed(6)],
  ],
  'no-counter': ({ common, average, mhs }) => [...common, average, ['MHS 5s', mhs(5)], ['MHS 1m', mhs(60)]],
  'no-average': ({ said, common, mhs, total }) => [...common, ['MHS 5s', mhs(5)], total(said.totalMh)],
  'zero-counter': (words) => withTotal(words, () => 0n),
  'counter-32-bit': (words) => withTotal(words, (mh) => mh % 4_294_967_296n),
  // What a counter of 24 binary places can hold: it moves in steps.
  'counter-float32': (words) => withTotal(words, (mh) => BigInt(Math.fround(Number(mh)))),
  'counter-negative': (words) => withTotal(words, (mh) => -(mh % 2_147_483_648n)),
};

/** The whole answer to `summary`, without the NUL; null when the dialect says it as cgminer does. */
export const sayInDialect = (dialect: Dialect, said: Said): string | null => {
  const words = wordsOf(said);
  const { common, average, averageGhs, mhs, ghs, total } = words;
  const fields = summaries[dialect];
  if (fields !== undefined)
    return `{"STATUS":[{"STATUS":"S","When":${said.atS},"Code":11,"Msg":"Summary","Description":"simulated"}],"SUMMARY":[${object(fields(words))}],"id":1}`;
  switch (dialect) {
    case 'whatsminer': {
      const message = object([...common, average, ['MHS 5s', mhs(5)], ['MHS 1m', mhs(60)], total(said.totalMh)]);
      return `{"STATUS":"S","When":${said.atS},"Code":131,"Msg":${message},"Description":"simulated"}`;
    }
    case 'whatsminer-denied':
      return `{"STATUS":"E","When":${said.atS},"Code":45,"Msg":"permission denied","Description":"simulated"}`;
    case 'stats-only': {
      const header = object([
        ['BMMiner', '"2.0.0"'],
        ['Type', '"Antminer"'],
      ]);
      const stats = object([...common, ['GHS 5s', JSON.stringify(ghs(5))], averageGhs]);
      return `{"STATUS":[{"STATUS":"S","When":${said.atS},"Code":70,"Msg":"CGMiner stats","Description":"simulated"}],"STATS":[${header},${stats}],"id":1}`;
    }
    case 'text': {
      const told = withTotal(words, (mh) => mh).map(([key, literal]) => `${key}=${literal}`);
      return `STATUS=S,When=${said.atS},Code=11,Msg=Summary,Description=cgminer 3.1.0 simulated|SUMMARY,${told.join(',')}|`;
    }
    default:
      return null;
  }
};

/** Firmwares that tell their MAC (and serial), each in an answer of its own; null where it is cgminer's answer. */
export const sayWhoItIs = (dialect: Dialect, request: string, serial: string, atS: number): string | null => {
  const mac = Array.from({ length: 5 }, (_, i) => (mix(`mac ${serial}`, i) & 255).toString(16).padStart(2, '0'));
  if (dialect === 'avalon' && request.includes('"version"')) {
    const version = object([
      ['CGMiner', '"4.11.1"'],
      ['API', '"3.7"'],
      ['PROD', '"Avalon simulated"'],
      ['MAC', JSON.stringify(`b4${mac.join('')}`)],
    ]);
    return `{"STATUS":[{"STATUS":"S","When":${atS},"Code":22,"Msg":"CGMiner versions","Description":"simulated"}],"VERSION":[${version}],"id":1}`;
  }
  if (dialect === 'whatsminer' && request.includes('get_miner_info')) {
    const info = object([
      ['mac', JSON.stringify(['C4', ...mac].join(':').toUpperCase())],
      ['minersn', JSON.stringify(`HTM3X${mac.join('')}`)],
    ]);
    return `{"STATUS":"S","When":${atS},"Code":131,"Msg":${info},"Description":"simulated"}`;
  }
  return null;
};

const asText = (fields: Field[]): Field[] => fields.map(([key, literal]) => [key, JSON.stringify(literal)]);

const windowName = (seconds: number): string => {
  if (seconds < 60) return `${seconds}s`;
  return seconds < 86_400 ? `${seconds / 60}m` : `${seconds / 3600}h`;
};

const object = (fields: Field[]): string => `{${fields.map(([key, literal]) => `"${key}":${literal}`).join(',')}}`;
