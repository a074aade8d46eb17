import { formatUnits } from '@minerx/rules/money';
import { isWithinBand } from '@minerx/rules/price-band';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { queueOperatorMail } from '../mail/operator-mail.store.ts';
import { findDaySettings } from './day-figures.query.ts';
import { insertFormulaAlarm } from './formula-alarm.store.ts';
import type { Fleet } from './order-work.ts';
import { sumOtherHashes } from './pool/pool-figures.store.ts';
import { formulaSat } from './share-out.ts';

const btc = (sat: bigint): string => `${formatUnits(sat)} BTC`;

/** How many times the payout the formula is, for people. */
export const timesText = (formula: bigint, payout: bigint): string =>
  payout === 0n ? 'the pool paid nothing' : `${(Number((formula * 10_000n) / payout) / 10_000).toFixed(4)} times`;

/**
 * Compares what the whole fleet, as far as we or the pool saw it, is worth by the formula with what the pool paid for the day. The payout caps what members get, so a
 * formula that is far too high hides behind it, and one that is far too low leaves them short: a wrong difficulty, hashes that nobody made, miners
 * that are missing here or in the pool. Tells it in the log, the audit log and a mail, once for a day and its payout.
 * While devices wait for the pool's figure, the formula is not whole: only one that is too high already is told.
 */
export const tellFarFormula = async (
  { pool, clock, bus, log }: Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>,
  { day: row, figures: { payoutPart, payoutSat }, devices, open }: Fleet,
): Promise<void> => {
  const { day, stretches } = row;
  const formula = formulaSat(row, [...devices.values()], await sumOtherHashes(pool, day));
  const { formulaBandPpm: bandPpm } = await findDaySettings(pool, day);
  if (isWithinBand(formula, payoutSat, bandPpm) || (open.size > 0 && formula < payoutSat)) return;
  const at = new Date(clock.now());
  const alarm = { day, payoutPart, formulaSat: formula, payoutSat, bandPpm, toldAt: at };
  const apart = `the formula gives ${btc(formula)}, the pool paid ${btc(payoutSat)} (${timesText(formula, payoutSat)})`;
  const counted = stretches.map(({ bits, height }) => `bits ${bits} at height ${height}`).join(', then ');
  const isNew = await inTransaction(pool, async (tx) => {
    if (!(await insertFormulaAlarm(tx, alarm))) return false;
    await queueOperatorMail(
      tx,
      {
        subject: `${day}: the formula is far from what the pool paid`,
        text: [
          `For ${day} (UTC) ${apart}. That is beyond the ${bandPpm / 10_000} % that are expected.`,
          `The formula counted ${devices.size} devices with ${counted}. Members are never paid more than the pool paid; where the formula is too low they are paid too little.`,
          `What to do: npm run operator -- settlement show --day ${day}; compare difficulty and subsidy with a block explorer, the payout with the pool's own page, and the devices with the pool's workers. A payout that was recorded wrongly is put right by settlement payout, a tip that was wrongly believed is forgotten by network forget.`,
        ].join('\n\n'),
      },
      at,
    );
    const detail = { formula: String(formula), payout: String(payoutSat), payoutPart, bandPpm };
    await appendAudit(tx, at, [
      { actor: 'job:settlement', action: 'settlement.far', subject: `day:${day}`, reason: apart, detail },
    ]);
    return true;
  });
  if (!isNew) return;
  log.error({ event: 'formula_far', day }, apart);
  bus.publish('outbox', { topic: 'operator_mail' });
};
