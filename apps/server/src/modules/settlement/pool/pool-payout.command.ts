import { DAY_MS } from '@minerx/rules/duration';
import { WALLET_OF } from '@minerx/rules/wallet';
import type { Context } from '../../../context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { uuidV7 } from '../../../base/ids.ts';
import { accountId } from '../../../ledger/account.ts';
import { REWARD_HOUSE } from '../../reward/reward.ledger.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { BatchState } from '../../../ledger/state.ts';
import type { Transfer } from '../../../ledger/command.ts';
import { oneByOne, settle } from '../../../ledger/statement.ts';
import type { PoolDailyReward } from '../../../outside/pool/port.ts';
import { dayEnd } from '../../../outside/utc-day.ts';
import { findPoolPayout } from '../day-figures.query.ts';
import { insertPoolPayout, lockPayout } from './pool-payout.store.ts';
import type { Actor } from '../../../base/actor.ts';
import { Refusal } from '../../../refusal.ts';

/** A payout of which the pool does not say when it computed it is taken so long after the day's end: pools close a day within hours. */
const UNTIMED_AFTER_MS = DAY_MS;

/** Whether what the pool tells at a time is the whole day: it computed it after the day's end, or it does not say when and long has passed. */
const isComplete = ({ day, calculatedAt }: PoolDailyReward, now: number): boolean =>
  calculatedAt === null ? now >= dayEnd(day) + UNTIMED_AFTER_MS : calculatedAt >= dayEnd(day);

/**
 * Records what the pool paid for a day, as soon as it is complete; until then it is asked for again. What is recorded stays, whatever the pool says later; an operator puts it right.
 * @throws OutsideFailure when the pool does not answer.
 */
export const recordPoolPayout = async (
  context: Pick<Context, 'pool' | 'outside' | 'clock' | 'random' | 'vault' | 'tables'>,
  day: string,
): Promise<void> => {
  if ((await findPoolPayout(context.pool, day)) !== null) return;
  const source = context.outside.pool;
  const told = (await source.dailyRewards(day, day)).find((each) => each.day === day);
  if (told === undefined || !isComplete(told, context.clock.now())) return;
  await inTransaction(context.pool, async (tx) => {
    await lockPayout(tx, day);
    if ((await findPoolPayout(tx, day)) !== null) return;
    const { sourceId, simulated } = source;
    await book(context, tx, { day, part: 0, rewardSat: told.rewardSat, before: 0n, source: sourceId, simulated });
  });
};

interface RecordedPayout {
  day: string;
  rewardSat: bigint;
  actor: Actor;
  reason: string;
}

/**
 * An operator's record of what the pool paid for a day that is over. It replaces what was known; the difference is booked. A day that
 * is settled already is put right by a correction where the payout has become higher.
 * @returns what was known before, in satoshi; null when nothing was.
 */
export const recordPayoutByHand = (
  context: Pick<Context, 'pool' | 'clock' | 'random' | 'vault' | 'tables'>,
  { day, rewardSat, actor, reason }: RecordedPayout,
): Promise<bigint | null> =>
  inTransaction(context.pool, async (tx) => {
    await lockPayout(tx, day);
    const known = await findPoolPayout(tx, day);
    if (known?.rewardSat === rewardSat) return known.rewardSat;
    const row = {
      day,
      part: known === null ? 0 : known.part + 1,
      rewardSat,
      before: known?.rewardSat ?? 0n,
      source: 'operator',
      simulated: known?.simulated ?? false,
      reason,
    };
    await book(context, tx, row);
    const detail = { before: known === null ? null : String(known.rewardSat), after: String(rewardSat) };
    const entry = { actor, action: 'settlement.payout', subject: `day:${day}`, reason, detail };
    await appendAudit(tx, new Date(context.clock.now()), [entry]);
    return known?.rewardSat ?? null;
  });

interface BookedPayout {
  day: string;
  part: number;
  rewardSat: bigint;
  before: bigint;
  source: string;
  simulated: boolean;
  reason?: string;
}

/** The payout is the mining house's income: it comes from outside, and rewards are paid of it. */
const book = async (
  { clock, random, vault, tables }: Pick<Context, 'clock' | 'random' | 'vault' | 'tables'>,
  tx: Tx,
  { before, ...row }: BookedPayout,
): Promise<void> => {
  const at = new Date(clock.now());
  const more = row.rewardSat - before;
  const [outside, mining] = [
    accountId(REWARD_HOUSE.OUTSIDE, WALLET_OF.reward),
    accountId(REWARD_HOUSE.MINING, WALLET_OF.reward),
  ];
  const transferId = more === 0n ? null : uuidV7(clock, random);
  if (transferId !== null) {
    const posting = {
      walletId: WALLET_OF.reward,
      source: more > 0n ? outside : mining,
      destination: more > 0n ? mining : outside,
      amount: more > 0n ? more : -more,
    };
    const transfer = {
      id: transferId,
      kind: 'pool_payout',
      memberId: null,
      reason: row.day,
      postings: [posting],
    };
    await move(tx, { tables, vault, at }, transfer);
  }
  await insertPoolPayout(tx, { ...row, reason: row.reason ?? null, transferId, at });
};

/** By the tables' kinds and gates, as everything that moves money. */
const move = async (
  tx: Tx,
  { vault, tables, at }: Pick<Context, 'vault' | 'tables'> & { at: Date },
  transfer: Transfer,
): Promise<void> => {
  const client = oneByOne(tx);
  const state = new BatchState(tables);
  await state.rows.load(
    client,
    { now: at, vault, unlocked: new Set() },
    () => undefined,
    () => [],
  );
  const changes = { transfers: [transfer] };
  const closed = state.findClosedGate(changes);
  if (closed !== null) throw new Refusal(closed);
  state.apply(changes, null);
  await settle(state.write(client, at, vault));
};
