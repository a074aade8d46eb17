import { minedPicoSat, PICO, type RewardInputs } from '@minerx/rules/mining-reward';
import { LOWEST_ID } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { listLateDevices, listPaidOrders } from './correction.query.ts';
import { findDaySettings, findPoolPayout, type PoolPayout } from './day-figures.query.ts';
import { creditedOf, deviceDay, deviceFacts, sum } from './day-work.ts';
import { tellFarFormula } from './formula-alarm.command.ts';
import { patiently } from './freeze-day.command.ts';
import { rewardOf, workOfOrders, type Fleet, type OrderWork } from './order-work.ts';
import type { OrderReward } from '../reward/reward.ledger.ts';
import { noteRewards, REWARD_NEWS } from '../reward/reward-news.store.ts';
import type { CreditRewards } from './split/credit-ranges.command.ts';
import { listDevicesOfDay, measureDevices, UNUSED } from './settlement.query.ts';
import {
  findFigures,
  findSettlementDay,
  insertDeviceDays,
  insertFigures,
  isPayoutCorrected,
  listDeviceDays,
  lockDay,
  setSettlementState,
  type DeviceDayRow,
  type SettlementDay,
  type SettlementFigures,
} from './settlement.store.ts';
import { sumDay } from './shown/settlement-show.query.ts';
import { keepSummary, summaryOf } from './shown/settlement-summary.store.ts';
import { shareOut, worthPico } from './share-out.ts';

const PAGE = 2000;

export interface CorrectionOutcome {
  orders: number;
  sat: bigint;
}

/**
 * Pays what became known of a settled day after it was settled: minutes that a counter proved later, a payout that an
 * operator put right upwards, and the room that was kept for devices of which the pool had told nothing at first. Orders get the difference between the day as it is known now and as it was paid, each with a
 * receipt of its own; nothing is taken back. All orders together never get more than the pool paid.
 */
export const correctDay = async (context: Context, credit: CreditRewards, day: string): Promise<CorrectionOutcome> => {
  await patiently(context, (tx) => fixCorrection(context, tx, day));
  return finishCorrection(context, credit, day);
};

/** Credits what a correction has fixed; again after a crash, until every order has it. */
export const finishCorrection = async (
  context: Context,
  credit: CreditRewards,
  day: string,
): Promise<CorrectionOutcome> => {
  const { pool } = context;
  const outcome = { orders: 0, sat: 0n };
  const row = await findSettlementDay(pool, day);
  if (row?.state !== 'correcting') return outcome;
  const [figures, isRepaid, devices, services] = await Promise.all([
    findFigures(pool, day),
    isPayoutCorrected(pool, day),
    listDeviceDays(pool, day),
    listDevicesOfDay(pool, day),
  ]);
  const simulated = new Set(services.filter((device) => device.simulated).map(({ id }) => id));
  const fleet: Fleet = { day: row, figures: figures!, devices, open: new Set(), simulated };
  await tellFarFormula(context, fleet);
  let [after, stale] = [LOWEST_ID, 0];
  for (;;) {
    const page = await listPaidOrders(pool, day, after, PAGE);
    if (page.length === 0) break;
    const works = await workOfOrders(pool, fleet, page);
    const rewards = page.flatMap((order): OrderReward[] => {
      const now = works.get(order.id)!;
      if (!isMore(now, order.lastInputs)) return [];
      const { segments, payoutFactor } = order.lastInputs;
      const cause = causeOf(now, order.lastInputs, isRepaid);
      return [rewardOf(order, row, now, { part: order.lastPart + 1, cause, before: { segments, payoutFactor } })];
    });
    const answer = await credit(context, day, rewards);
    const left = new Set(answer.stale);
    outcome.orders += answer.settled;
    stale += left.size;
    for (const { orderId, sat } of rewards) if (!left.has(orderId)) outcome.sat += sat;
    after = page.at(-1)!.id;
  }
  await patiently(context, async (tx) => {
    if (stale === 0) {
      await setSettlementState(tx, day, 'settled');
      await keepSummary(tx, day, summaryOf(await sumDay(tx, day)));
    }
    await noteRewards(tx, day, new Date(context.clock.now()));
  });
  context.bus.publish('outbox', { topic: REWARD_NEWS });
  return outcome;
};

const isMore = (now: Pick<RewardInputs, 'segments' | 'payoutFactor'>, last: RewardInputs): boolean =>
  minedPicoSat(now, last.poolFeePpm) > minedPicoSat(last, last.poolFeePpm);

const causeOf = (now: OrderWork, last: RewardInputs, isRepaid: boolean): NonNullable<OrderReward['cause']> => {
  if (now.segments.some(({ measuredTenths }, index) => measuredTenths !== last.segments[index]?.measuredTenths))
    return 'late_minutes';
  return isRepaid ? 'pool_payout' : 'pool_figures';
};

/** Records what devices are credited now; the credits follow from it. */
const fixCorrection = async ({ clock }: Context, tx: Tx, day: string): Promise<void> => {
  await lockDay(tx, day);
  const row = await findSettlementDay(tx, day);
  const [figures, payout] = [await findFigures(tx, day), await findPoolPayout(tx, day)];
  if (row?.state !== 'settled' || figures === null || payout === null) return;
  const [paid, late] = [await listDeviceDays(tx, day), await listLateDevices(tx, day)];
  const isRepriced = payout.part !== figures.payoutPart || figures.openDevices > 0;
  if (!isRepriced && late.length === 0) return;
  const { luckBandPpm } = await findDaySettings(tx, day);
  const next: NextFigures = isRepriced ? repriced(row, figures, payout, [...paid.values()], luckBandPpm) : figures;
  const before = new Map(
    [...paid].map(([id, device]) => [
      id,
      next.isWider ? notLess({ ...device, ...deviceDay(row.stretches, device, next.bandPpm) }, device) : device,
    ]),
  );
  const proved = await provedDays(tx, row, next.bandPpm, before, late);
  const after = afford(row, next, [...before.values()], proved);
  const changed = [...before.values(), ...after].filter(
    (device) => after.includes(device) || (!late.includes(device.deviceId) && isOther(device, paid)),
  );
  const now = new Date(clock.now());
  await insertDeviceDays(
    tx,
    day,
    changed.map((device) => ({ ...device, part: device.part + 1 })),
    now,
  );
  if (isRepriced) await insertFigures(tx, day, next, now);
  await setSettlementState(tx, day, 'correcting');
};

type NextFigures = SettlementFigures & { isWider?: boolean };

/** The shares that the payout leaves which is known now; where they are no better nothing changes, because nothing is taken back. */
const repriced = (
  { stretches, poolFeePpm }: SettlementDay,
  figures: SettlementFigures,
  { part: payoutPart, rewardSat: payoutSat }: PoolPayout,
  devices: readonly DeviceDayRow[],
  luckBandPpm: number,
): NextFigures => {
  const seen = devices.map((device) => ({ ...device, limit: 0n }));
  const bandPpm = Math.max(figures.bandPpm, luckBandPpm);
  const shares = shareOut({ stretches, seen, open: [], payoutSat, bandPpm, poolFeePpm });
  const [then, now] = [figures.payout, shares.payout];
  const isHigher = now.numerator * then.denominator >= then.numerator * now.denominator;
  const isWider = isHigher && shares.bandPpm >= figures.bandPpm;
  return {
    ...figures,
    part: figures.part + 1,
    payoutPart,
    payoutSat,
    openDevices: 0,
    ...(isWider ? { ...shares, isWider } : {}),
  };
};

/** The days of devices whose counters proved more since. */
const provedDays = async (
  tx: Tx,
  row: SettlementDay,
  bandPpm: number,
  before: ReadonlyMap<number, DeviceDayRow>,
  late: readonly number[],
): Promise<DeviceDayRow[]> => {
  if (late.length === 0) return [];
  const { day, stretches } = row;
  const measured = await measureDevices(tx, day, stretches, late);
  const services = new Map((await listDevicesOfDay(tx, day)).map((service) => [service.id, service]));
  return late.map((id) => {
    const known = before.get(id)!;
    const span = services.get(id)?.live ?? UNUSED;
    const { pool, ratedThs } = known;
    const facts = deviceFacts({ stretches, measured: measured.get(id) ?? [], ...span, pool, ratedThs });
    return notLess({ ...known, ...deviceDay(stretches, facts, bandPpm) }, known);
  });
};

/** Whatever was credited stays: the pool had vouched for it. */
const notLess = (device: DeviceDayRow, before: DeviceDayRow): DeviceDayRow => {
  const [now, then] = [creditedOf(device), creditedOf(before)];
  const short = then.map((hashes, index) => (hashes > now[index]! ? hashes - now[index]! : 0n));
  const uncut = short.map((hashes, index) => (hashes < device.cut[index]! ? hashes : device.cut[index]!));
  return {
    ...device,
    cut: device.cut.map((hashes, index) => hashes - uncut[index]!),
    filled: device.filled.map((hashes, index) => hashes + short[index]! - uncut[index]!),
  };
};

/** What was proved, cut to what is left of the payout: the others keep theirs. */
const afford = (
  { stretches, poolFeePpm }: SettlementDay,
  { payout, payoutSat }: SettlementFigures,
  before: readonly DeviceDayRow[],
  proved: readonly DeviceDayRow[],
): DeviceDayRow[] => {
  const paidWorth = (hashes: readonly bigint[]): bigint =>
    (worthPico(stretches, hashes, poolFeePpm) * payout.numerator) / payout.denominator + 1n;
  const total = (devices: readonly DeviceDayRow[]): bigint[] =>
    stretches.map((_, index) => sum(devices.map((device) => creditedOf(device)[index]!)));
  const known = new Map(before.map((device) => [device.deviceId, creditedOf(device)]));
  const gains = proved.map((device) =>
    creditedOf(device).map((hashes, index) => hashes - known.get(device.deviceId)![index]!),
  );
  const wanted = paidWorth(stretches.map((_, index) => sum(gains.map((gain) => gain[index]!))));
  const spent = paidWorth(total(before));
  const left = payoutSat * PICO > spent ? payoutSat * PICO - spent : 0n;
  if (wanted <= left) return [...proved];
  return proved.map((device, at) => ({
    ...device,
    cut: device.cut.map((hashes, index) => {
      const gain = gains[at]![index]!;
      return hashes + gain - (gain * left) / wanted;
    }),
  }));
};

const isOther = (device: DeviceDayRow, paid: ReadonlyMap<number, DeviceDayRow>): boolean =>
  device.cut.some((hashes, index) => hashes !== paid.get(device.deviceId)!.cut[index]);
