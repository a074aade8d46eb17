import { isUtcDay } from '@minerx/rules/statement';
import { DAY_MS } from '@minerx/rules/duration';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { operatorSettlement, operatorSettlements, type OperatorDay } from '@minerx/contract/operator/settlement';
import { formatUnits } from '@minerx/rules/money';
import type { Pool } from 'pg';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { listProposalsOf, type Proposal } from '../../../modules/operator/proposal.store.ts';
import { findListedDay, listDayPage, type ListedDay } from '../../../modules/settlement/shown/settlement-days.query.ts';
import { findDayFacts, getSummary } from '../../../modules/settlement/shown/settlement-show.query.ts';
import { OPEN_DAYS_MS } from '../../../modules/settlement/waiting/waiting-days.query.ts';
import { listOpenDays } from '../../../modules/settlement/settlement.query.ts';
import { dayOf } from '../../../outside/utc-day.ts';
import { refuse } from '../../../refusal.ts';
import { getAuditOf, iso, pageOf, presentProposal, requireLook } from '../desk.ts';

const nextOf = ({ state, far }: ListedDay, isProposed: boolean): OperatorDay['next'] => {
  if (isProposed) return 'agree';
  if (state === 'waiting') return 'wait';
  if (state === 'provisional') return 'decide';
  return far ? 'look' : null;
};

const orNull = (units: bigint | null): string | null => (units === null ? null : formatUnits(units));

const presentDay = (row: ListedDay, proposals: readonly Proposal[]): OperatorDay => ({
  day: row.day,
  state: row.state,
  since: iso(row.since),
  paid: orNull(row.payoutSat),
  share: row.payoutShare,
  formula: orNull(row.formulaSat),
  price: orNull(row.priceUnits),
  open_devices: row.openDevices,
  corrections: row.corrections,
  corrected: orNull(row.correctedSat),
  outliers: row.outliers,
  far: row.far,
  simulated: row.simulated,
  next: nextOf(row, proposals.some(isOf(row.day))),
});

/** Whether a payout is of a day, as somebody typed it. */
const isOf =
  (day: string) =>
  ({ input }: Proposal): boolean =>
    input['day']?.trim() === day;

/** Of all days, while another operator has to agree. */
const listProposedPayouts = (pool: Pool): Promise<Proposal[]> => listProposalsOf(pool, ['settlement payout']);

const waitingDay = (day: string): ListedDay => ({
  day,
  state: 'waiting',
  since: new Date(Date.parse(day) + DAY_MS),
  priceUnits: null,
  payoutSat: null,
  payoutShare: null,
  formulaSat: null,
  openDevices: 0,
  corrections: 0,
  correctedSat: null,
  outliers: null,
  far: false,
  simulated: false,
});

/** Days that are over and that nothing is fixed of, the newest first. */
const listWaiting = async ({ context: { pool, clock } }: Api): Promise<ListedDay[]> => {
  const today = dayOf(clock.now());
  const open = await listOpenDays(pool, dayOf(clock.now() - OPEN_DAYS_MS), today);
  const begun = await Promise.all(open.map((day) => findListedDay(pool, day)));
  return open
    .filter((_, place) => begun[place] === null)
    .map(waitingDay)
    .toReversed();
};

const requireDay = async (api: Api, day: string): Promise<ListedDay> =>
  (await findListedDay(api.context.pool, day)) ??
  (await listWaiting(api)).find((each) => each.day === day) ??
  refuse('err_not_found');

export const addSettlementDesk = (api: Api): void => {
  const { context } = api;
  const { pool } = context;

  addRoute(api, operatorSettlements, { limit: perMinute(240) }, async ({ operator, query: { state, after } }) => {
    await requireLook(context, operator, 'settlement status', {});
    if (after !== undefined && !isUtcDay(after)) return refuse('err_page');
    const begun = await listDayPage(pool, state, after ?? null, LIST_ROWS + 1);
    const proposals = await listProposedPayouts(pool);
    const present = (row: ListedDay): OperatorDay => presentDay(row, proposals);
    const { rows, next } = pageOf(begun, ({ day }) => day, present);
    // Few, and all newer than a page: they stand on the first one.
    const waiting = after === undefined && (state === 'all' || state === 'open') ? await listWaiting(api) : [];
    return { rows: [...waiting.map(present), ...rows].sort((one, other) => (one.day < other.day ? 1 : -1)), next };
  });

  addRoute(api, operatorSettlement, { limit: perMinute(120) }, async ({ operator, query: { day } }) => {
    await requireLook(context, operator, 'settlement show', { day });
    const listed = await requireDay(api, day);
    const [shown, sums, proposed] = await Promise.all([
      findDayFacts(pool, day),
      getSummary(pool, day),
      listProposedPayouts(pool),
    ]);
    const proposals = proposed.filter(isOf(day));
    const paid = shown.payouts.at(-1)?.rewardSat;
    return {
      day: presentDay(listed, proposals),
      payouts: shown.payouts.map(({ rewardSat, source, reason, recordedAt }) => ({
        amount: formatUnits(rewardSat),
        source,
        reason,
        recorded_at: recordedAt.toISOString(),
      })),
      formula: formatUnits(sums.formulaSat),
      credited: formatUnits(sums.creditedSat),
      corrected: formatUnits(sums.correctionSat),
      rest: paid === undefined ? null : formatUnits(paid - sums.creditedSat),
      pool_fee_ppm: shown.day?.poolFeePpm ?? null,
      band_ppm: shown.figures?.bandPpm ?? null,
      price_source: shown.day?.priceSource ?? null,
      alarm:
        shown.alarm === null
          ? null
          : {
              formula: formatUnits(shown.alarm.formulaSat),
              payout: formatUnits(shown.alarm.payoutSat),
              told_at: shown.alarm.toldAt.toISOString(),
            },
      unseen_devices: sums.unseenDevices,
      machines: sums.devices.map(({ serial, measured, filled, cut, poolHashes }) => ({
        serial,
        measured: String(measured),
        filled: String(filled),
        cut: String(cut),
        pool: poolHashes === null ? null : String(poolHashes),
      })),
      machine_count: sums.deviceCount,
      proposals: proposals.map(presentProposal),
      audit: await getAuditOf(context, `day:${day}`),
    };
  });
};
