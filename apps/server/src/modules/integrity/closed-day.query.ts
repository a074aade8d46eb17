import { DAY_MS } from '@minerx/rules/duration';
import { firstIdOf, LOWEST_ID } from '../../base/ids.ts';
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
}

/** A day of which everything was proved once, and what it was then. */
export interface ClosedDay {
  readonly day: string;
  readonly from: string;
  readonly upto: string;
  /** Hexadecimal, of every row to the letter. */
  readonly digest: string;
}

/** So long what is written late, by a process that hung or a clock that was set back, finds its day open. */
const OPEN_DAYS = 2;
/** Before the product: an id that says so is forged, and belongs to the first day. */
const FIRST_DAY = '2025-01-01';

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
    days.push({ day, ...content });
  }
  return days;
};

/** What no closed day holds. @internal */
export const openSpan = (closed: readonly ClosedDay[]): Span => ({
  from: closed.at(-1)?.upto ?? LOWEST_ID,
  upto: null,
});

/** The next day that can be closed; null while it is too young, or nothing has ever moved. */
export const findDayToClose = async (
  db: Db,
  closed: readonly ClosedDay[],
  now: number,
): Promise<{ day: string; from: string; upto: string } | null> => {
  const last = closed.at(-1);
  let day = last === undefined ? null : dayAfter(last.day);
  if (day === null) {
    const { rows } = await db.query<{ id: string }>('SELECT id FROM transfer WHERE id >= $1 ORDER BY id LIMIT 1', [
      firstIdOf(Date.parse(FIRST_DAY)),
    ]);
    if (rows[0] === undefined) return null;
    day = dayOf(parseInt(rows[0].id.replace('-', '').slice(0, 12), 16));
  }
  if (Date.parse(day) + DAY_MS * (1 + OPEN_DAYS) > now) return null;
  return { day, from: last?.upto ?? LOWEST_ID, upto: endOf(day) };
};

/** An equation asked of what moved in a span alone: under the names of the tables it sees no other rows. Rewards of nothing have no transfer: they are open. */
export const cutTo = (equation: Equation, { from, upto }: Span): Equation => {
  const within = (column: string): string =>
    upto === null ? `${column} >= '${from}'` : `${column} >= '${from}' AND ${column} < '${upto}'`;
  return {
    ...equation,
    rows: `WITH transfer AS NOT MATERIALIZED (SELECT * FROM public.transfer WHERE ${within('id')}),
      posting AS NOT MATERIALIZED (SELECT * FROM public.posting WHERE ${within('transfer_id')}),
      reward AS NOT MATERIALIZED (SELECT * FROM public.reward WHERE ${within('transfer_id')} ${upto === null ? 'OR transfer_id IS NULL' : ''})
      SELECT id FROM (${equation.rows}) e (id)`,
  };
};

/** What holds of each day by itself is asked of the open ones: `closedDayRound` goes round the others. */
export const openPart = async (db: Db, vault: Vault, equation: Equation): Promise<Equation> =>
  equation.byDay === true ? cutTo(equation, openSpan(await listClosedDays(db, vault))) : equation;

const hashes = (table: string, order: string, columns: string): string => `
  (SELECT coalesce(string_agg(sha256(convert_to(ROW(${columns})::text, 'UTF8')), '' ORDER BY ${order}), '')
     FROM ${table} WHERE ${order.split(',')[0]!} >= $1 AND ${order.split(',')[0]!} < $2)`;

const DIGEST = `SELECT encode(sha256(sha256(${[
  hashes(
    'transfer',
    'id',
    'id, kind, member_id, receiver_id, order_id, reverses, reason, answered, extract(epoch FROM at)',
  ),
  hashes('posting', 'transfer_id, position', 'transfer_id, position, wallet_id, source, destination, amount'),
  hashes(
    'reward',
    'transfer_id',
    `order_id, day - date '2000-01-01', part, seq, member_id, sat, usd_units, transfer_id, inputs, simulated`,
  ),
].join(') || sha256(')})), 'hex') AS digest`;

/** Of every transfer, posting and reward of a span. */
export const digestOf = async (db: Db, { from, upto }: Pick<ClosedDay, 'from' | 'upto'>): Promise<string> =>
  (await db.query<{ digest: string }>(DIGEST, [from, upto])).rows[0]!.digest;

/** What holds of all when it holds of each day. @internal */
export const ofDays = (all: readonly Equation[]): Equation[] => all.filter(({ byDay }) => byDay === true);

/** All of it, asked of one day. */
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

/** The day where its rows are others by now. */
const listChanged = async (db: Db, day: ClosedDay): Promise<string[]> => {
  const digest = await digestOf(db, day);
  return digest === day.digest ? [] : [nameOf(day.day, digest)];
};

/** All that held of a day when it was closed, and that its rows are the same. */
export const lookAtDay = async (db: Db, equations: readonly Equation[], day: ClosedDay): Promise<EquationOutcome[]> => [
  outcomeOf(CLOSED_DAYS, await listChanged(db, day)),
  ...(await judgeDay(db, equations, day)),
];

/** Of all closed days those whose rows are others by now. */
export const checkClosedDays = async (db: Db, vault: Vault): Promise<EquationOutcome> => {
  const changed: string[] = [];
  for (const day of await listClosedDays(db, vault)) changed.push(...(await listChanged(db, day)));
  return outcomeOf(CLOSED_DAYS, changed);
};
