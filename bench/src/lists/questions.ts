import { DAY_MS } from '../../../packages/rules/src/text/duration.ts';
import { TODAY, probeId } from '../world/grown-world.ts';

/** What a list is asked for, and where its middle is. */
export interface Question {
  /** Behind `operator/`. */
  readonly list: string;
  readonly asked: Readonly<Record<string, string>>;
  /** Nothing is found by it: whoever looks for something rare looks past everything else. */
  readonly finds: 'much' | 'little';
}

interface List {
  /** Where it goes on from its middle row. */
  readonly middle: string | null;
  /** Each is asked for, alone. */
  readonly much: readonly Record<string, string>[];
  readonly little?: readonly Record<string, string>[];
}

const HEAVY = 'old1@x.org';
const NOBODY = 'old2@x.org';
const of = (name: string, ...values: string[]): Record<string, string>[] => values.map((value) => ({ [name]: value }));

type Lists = Readonly<Record<string, List>>;

const momentOf = (n: number): number => Date.parse(TODAY) - 400 * DAY_MS + n * 1000;

/** What members ask for and what they own. @param half of the rows */
const ofMembers = (half: number): Lists => {
  const middleOf = (kind: Parameters<typeof probeId>[0]): string => probeId(kind, half);
  return {
    'withdrawal/all': {
      middle: middleOf('withdrawal'),
      much: [...of('state', 'review', 'approved', 'sent', 'open', 'ended'), { state: 'ended', member: HEAVY }],
      little: [{ state: 'errored' }, { state: 'errored', member: HEAVY }, { state: 'ended', member: NOBODY }],
    },
    'nft/all': {
      middle: middleOf('item'),
      much: [...of('state', 'pending', 'ended', 'all'), { state: 'ended', member: HEAVY }],
      little: [{ state: 'approved' }, { state: 'approved', member: HEAVY }, { state: 'all', member: NOBODY }],
    },
    'deposit/all': {
      middle: middleOf('deposit'),
      much: [...of('state', 'all', 'seen', 'credited', 'orphaned'), { state: 'all', member: HEAVY }],
      little: [
        { state: 'kept' },
        { state: 'kept', member: HEAVY },
        { state: 'all', member: NOBODY },
        { hash: `0x${'1'.padStart(64, '0')}` },
        { state: 'seen', hash: '2'.padStart(64, '0') },
      ],
    },
    'ticket/all': {
      middle: `${momentOf(half)}.${middleOf('ticket')}`,
      much: [...of('state', 'waiting', 'answered', 'closed'), { state: 'closed', member: HEAVY }],
      little: ['waiting', 'answered', 'closed'].flatMap((state): Record<string, string>[] => [
        { state, mine: 'yes' },
        { state, member: NOBODY },
      ]),
    },
    'member/all': {
      middle: String(1000 + half),
      much: [{}],
      little: of('search', 'new', 'old', 'ann', 'bob 7', 'new777@x.org', 'R77', '1077', 'zzz'),
    },
    'member/orders': { middle: middleOf('order'), much: [{ id: '1000' }], little: [{ id: '1001' }] },
    'member/ledger': { middle: middleOf('transfer'), much: [{ id: '1000' }], little: [{ id: '1001' }] },
    'fulfilment/all': { middle: middleOf('pack'), much: of('state', 'waits', 'done') },
  };
};

const ofTheHouse = (half: number): Lists => {
  const serial = `D${String(half).padStart(8, '0')}`;
  return {
    'device/all': {
      middle: serial,
      much: [{}, { state: 'silent' }, { serial: 'D0000' }],
      little: [{ state: 'free' }, { serial: 'E' }],
    },
    'fleet/machines': {
      middle: `4.${Math.floor(half / 30)}.${serial}`,
      much: [{}, { site: 'South' }],
      little: of('site', 'North', 'nowhere'),
    },
    'voucher/batches': { middle: String(half), much: [{}] },
    // The newest batch, whose line of the log is the last of its kind.
    'voucher/all': { middle: probeId('voucher', 500), much: [{ batch: String(2 * half - 7) }] },
    'news/all': {
      middle: probeId('notice', half),
      much: [{ kind: 'announcement' }],
      little: of('kind', 'banner', 'marquee'),
    },
    'outbox/all': { middle: `${momentOf(half)}-${half}`, much: [{}] },
    'settlement/all': {
      middle: new Date(Date.parse(TODAY) - Math.min(half, 3500) * DAY_MS).toISOString().slice(0, 10),
      much: [{}],
    },
    waiting: { middle: null, much: [{}] },
  };
};

const ofTheLog = (half: number): Lists => ({
  'audit/all': {
    middle: String(half),
    much: [
      {},
      { actor: 'operator:a@x.org' },
      { actor: 'b@x.org' },
      { action: 'operator.look' },
      { subject: 'package:1' },
      { actor: 'operator:c@x.org', subject: 'audit list' },
    ],
    little: [
      { actor: 'operator:a@x.org', action: 'package.set' },
      { actor: 'operator:c@x.org', subject: 'member list' },
      { action: 'country.set', subject: 'package:1' },
      { actor: 'operator:a@x.org', from: '2026-11-20' },
      { from: '2025-10-18', to: '2025-10-18' },
      { actor: 'operator:nobody@x.org' },
    ],
  },
  'price/all': { middle: null, much: [{}] },
  'price/history': {
    middle: String(half),
    much: of('id', 'package-price.1', 'activation-fee.1'),
    little: of('id', 'nft-fee'),
  },
  'catalogue/history': { middle: String(half), much: [{ id: 'country.132' }], little: [{ id: 'community.1' }] },
});

/** Every list whose rows grow with the house; those of the catalogue are as long as operators have typed them. Each question from the first row on, and where there is much from the middle too. */
export const questionsAt = (rows: number): Question[] =>
  Object.entries({ ...ofMembers(rows / 2), ...ofTheHouse(rows / 2), ...ofTheLog(rows / 2) }).flatMap(
    ([list, { middle, much, little = [] }]) => [
      ...much.map((asked) => ({ list, asked, finds: 'much' as const })),
      ...(middle === null
        ? []
        : much.map((asked) => ({ list, asked: { ...asked, after: middle }, finds: 'much' as const }))),
      ...little.map((asked) => ({ list, asked, finds: 'little' as const })),
    ],
  );
