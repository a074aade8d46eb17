import { DAY_MS } from '@minerx/rules/duration';
import { firstIdOf, LOWEST_ID, timeOfId } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import type { Equation } from '../../ledger/equation.ts';
import type { Vault } from '../../security/vault.ts';
import { dayOf } from '../../outside/utc-day.ts';
import { judge } from './integrity.query.ts';
import { outcomeOf, type EquationOutcome } from './outcome.ts';

/** What was moved from one id on, up to another one: ids are of their time. */
interface Span {
  readonly from: string;
  /** Null: whatever is later. */
  readonly upto: string | null;
  /** Rewards of nothing have no transfer: they go by their number, from behind one up to another. */
  readonly behindSeq: string;
  readonly uptoSeq: string | null;
}

/** A day of which everything was proved once, and what it was then. */
export interface ClosedDay extends Span {
  readonly day: string;
  readonly upto: string;
  readonly uptoSeq: string;
  /** Hexadecimal, of every row to the letter. */
  readonly digest: string;
}

/** So long what is written late, by a process that hung or a clock that was set back, finds its day open. */
const OPEN_DAYS = 2;
/** Before the product: an id that says so is forged, and belongs to the first day. */
const FIRST_DAY = '2025-01-01';
/** Before the number of every reward. */
const NO_SEQ = '-1';

export const labelOf = (day: string): string => `ledger-day:${day}`;
const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);
/** The first id behind a day. */
const endOf = (day: string): string => firstIdOf(Date.parse(day) + DAY_MS);

const openSeal = (vault: Vault, day: string, sealed: Buffer): Omit<ClosedDay, 'day'> | null => {
  try {
    return JSON.parse(vault.open(labelOf(day), sealed).toString('utf8')) as Omit<ClosedDay, 'day'>;
  } catch {
    return null;
  }
};

/** The days that stand under a seal of ours, from the first on without a gap: whatever is behind a day whose seal is broken or gone is open again. */
export const listClosedDays = async (db: Db, vault: Vault): Promise<ClosedDay[]> => {
  const { rows } = await db.query<{ day: string; sealed: Buffer }>('SELECT day, sealed FROM ledger_day ORDER BY day');
  const days: ClosedDay[] = [];
  for (const { day, sealed } of rows) {
    const content = openSeal(vault, day, sealed);
    if (content === null || content.from !== (days.at(-1)?.upto ?? LOWEST_ID)) break;
    // Closed before rewards of nothing were closed with their days: it is closed anew.
    if (content.uptoSeq === undefined) break;
    days.push({ day, ...content });
  }
  return days;
};

/** What no closed day holds. @internal */
export const openSpan = (closed: readonly ClosedDay[]): Span => ({
  from: closed.at(-1)?.upto ?? LOWEST_ID,
  upto: null,
  behindSeq: closed.at(-1)?.uptoSeq ?? NO_SEQ,
  uptoSeq: null,
});

/** The next day that can be closed; null while it is too young, or nothing has ever moved. */
export const findDayToClose = async (
  db: Db,
  closed: readonly ClosedDay[],
  now: number,
): Promise<Omit<ClosedDay, 'digest'> | null> => {
  const last = closed.at(-1);
  let day = last === undefined ? null : dayAfter(last.day);
  if (day === null) {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM transfer WHERE id >= $1 ORDER BY id LIMIT 1', [
      firstIdOf(Date.parse(FIRST_DAY)),
    ]);
    if (rows[0] === undefined) return null;
    day = dayOf(timeOfId(rows[0].id));
  }
  if (Date.parse(day) + DAY_MS * (1 + OPEN_DAYS) > now) return null;
  const span = { ...openSpan(closed), upto: endOf(day) };
  // Rewards are numbered as they are credited, and nothing is credited between those of a day that is two days over any more.
  const { rows } = await db.query<{ seq: string }>(
    'SELECT greatest($3::bigint, max(seq))::text AS seq FROM reward WHERE transfer_id >= $1 AND transfer_id < $2',
    [span.from, span.upto, span.behindSeq],
  );
  return { day, ...span, uptoSeq: rows[0]!.seq };
};

/** An equation asked of what moved in a span alone: under the names of the tables it sees no other rows. @internal */
export const cutTo = (equation: Equation, { from, upto, behindSeq, uptoSeq }: Span): Equation => {
  const within = (column: string): string =>
    upto === null ? `${column} >= '${from}'` : `${column} >= '${from}' AND ${column} < '${upto}'`;
  const nothing = `transfer_id IS NULL AND seq > ${behindSeq}${uptoSeq === null ? '' : ` AND seq <= ${uptoSeq}`}`;
  return {
    ...equation,
    rows: `WITH transfer AS NOT MATERIALIZED (SELECT * FROM public.transfer WHERE ${within('id')}),
      posting AS NOT MATERIALIZED (SELECT * FROM public.posting WHERE ${within('transfer_id')}),
      reward AS NOT MATERIALIZED (SELECT * FROM public.reward WHERE ${within('transfer_id')} UNION ALL SELECT * FROM public.reward WHERE ${nothing})
      SELECT id FROM (${equation.rows}) e (id)`,
  };
};

/** What holds of each day by itself is asked of the open ones: `closedDayRound` goes round the others. */
export const openPart = async (
  equation: Equation,
  closedDays: () => Promise<readonly ClosedDay[]>,
): Promise<Equation> => (equation.byDay === true ? cutTo(equation, openSpan(await closedDays())) : equation);

const hashes = (table: string, order: string, columns: string, where = withinDay(order.split(',')[0]!)): string => `
  (SELECT coalesce(string_agg(sha256(convert_to(ROW(${columns})::text, 'UTF8')), '' ORDER BY ${order}), '') FROM ${table} WHERE ${where})`;
const withinDay = (column: string): string => `${column} >= s.from_id AND ${column} < s.upto_id`;
const REWARD = `order_id, day - date '2000-01-01', part, seq, member_id, sat, usd_units, transfer_id, inputs, simulated`;

const DIGESTS = `SELECT encode(sha256(sha256(${[
  hashes(
    'transfer',
    'id',
    'id, kind, member_id, receiver_id, order_id, reverses, reason, answered, extract(epoch FROM at)',
  ),
  hashes('posting', 'transfer_id, position', 'transfer_id, position, wallet_id, source, destination, amount'),
  hashes('reward', 'transfer_id', REWARD),
  hashes('reward', 'seq, order_id', REWARD, 'transfer_id IS NULL AND seq > s.behind_seq AND seq <= s.upto_seq'),
].join(') || sha256(')})), 'hex') AS digest
  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) WITH ORDINALITY s (from_id, upto_id, behind_seq, upto_seq, place) ORDER BY s.place`;

/** Of every transfer, posting and reward of each span, in their order. */
export const digestsOf = async (db: Db, spans: readonly Omit<ClosedDay, 'digest'>[]): Promise<string[]> => {
  const { rows } = await db.query<{ digest: string }>(DIGESTS, [
    spans.map(({ from }) => from),
    spans.map(({ upto }) => upto),
    spans.map(({ behindSeq }) => behindSeq),
    spans.map(({ uptoSeq }) => uptoSeq),
  ]);
  return rows.map(({ digest }) => digest);
};

/** What holds of all when it holds of each day. @internal */
export const ofDays = (all: readonly Equation[]): Equation[] => all.filter(({ byDay }) => byDay === true);

/** All of it, asked of a day, or of neighbouring ones as one. */
export const judgeDay = (db: Db, equations: readonly Equation[], span: Span): Promise<EquationOutcome[]> =>
  judge(
    db,
    ofDays(equations).map((equation) => cutTo(equation, span)),
  );

const CLOSED_DAYS = {
  name: 'closed-days',
  sentence: 'Every transfer, posting and reward of a closed day is to the letter what it was when the day was proved.',
};

/** By what it is now: changed once more it is news. */
const nameOf = (day: string, digest: string): string => `${day} (${digest.slice(0, 16)})`;

/** Those whose rows are others by now. */
const listChanged = async (db: Db, days: readonly ClosedDay[]): Promise<string[]> => {
  const digests = await digestsOf(db, days);
  return days.flatMap(({ day, digest }, place) => (digests[place] === digest ? [] : [nameOf(day, digests[place]!)]));
};

/** All that held of neighbouring days when they were closed, and that their rows are the same: a statement costs more to plan than a day to read. */
export const lookAtDays = async (
  db: Db,
  equations: readonly Equation[],
  days: readonly [ClosedDay, ...ClosedDay[]],
): Promise<EquationOutcome[]> => {
  const { from, behindSeq } = days[0];
  const { upto, uptoSeq } = days.at(-1)!;
  return [
    outcomeOf(CLOSED_DAYS, await listChanged(db, days)),
    ...(await judgeDay(db, equations, { from, upto, behindSeq, uptoSeq })),
  ];
};

/** Of all closed days those whose rows are others by now. */
export const checkClosedDays = async (db: Db, vault: Vault): Promise<EquationOutcome> => {
  const changed: string[] = [];
  for (const day of await listClosedDays(db, vault)) changed.push(...(await listChanged(db, [day])));
  return outcomeOf(CLOSED_DAYS, changed);
};
