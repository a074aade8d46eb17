import { DAY_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { dayOf } from '../../outside/utc-day.ts';
import { changeSetting } from '../setting/setting.step.ts';
import { putPoolFee } from './pool/pool-fee.store.ts';
import { findDaySettings } from './day-figures.query.ts';
import type { Actor } from '../../base/actor.ts';

interface PpmChange {
  ppm: number;
  actor: Actor;
  reason: string;
}

/**
 * Sets the pool fee from the next UTC day on: a day that runs, or is over and not settled, keeps the one that it began with.
 * @returns the fee that was to hold from that day on, and the day
 */
export const setPoolFee = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { ppm, actor, reason }: PpmChange,
): Promise<{ before: number; fromDay: string }> =>
  inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const fromDay = dayOf(clock.now() + DAY_MS);
    // What is set for that day already: taken back, it is a change of its own.
    const { poolFeePpm: before } = await findDaySettings(tx, fromDay);
    await putPoolFee(tx, fromDay, ppm, at);
    const detail = { before, after: ppm, fromDay };
    await appendAudit(tx, at, [{ actor, action: 'settlement.fee', subject: 'setting:pool_fee_ppm', reason, detail }]);
    return { before, fromDay };
  });

/** Sets how far above the pool's figure a device is believed, for every day that is not settled yet. */
export const setLuckBand = (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { ppm, actor, reason }: PpmChange,
): Promise<number> =>
  changeSetting(context, 'luck_band_ppm', { change: () => ppm, actor, action: 'settlement.band', reason });

/** Sets how far a day's formula may be from what the pool paid before operators are told, for days that are settled from now on. */
export const setFormulaBand = (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { ppm, actor, reason }: PpmChange,
): Promise<number> =>
  changeSetting(context, 'formula_band_ppm', { change: () => ppm, actor, action: 'settlement.alarm', reason });

/** Notes that an operator decides a day without the pool's figures; the settlement that follows does the rest. */
export const noteDecision = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  day: string,
  actor: Actor,
  reason: string,
) =>
  inTransaction(pool, (tx) =>
    appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'settlement.decide', subject: `day:${day}`, reason, detail: { withoutPoolFigures: true } },
    ]),
  );
