import { formatUnits, parseUnits } from '@minerx/rules/money';
import { correctSettledDay, settleDay } from '../../jobs/settlement.ts';
import {
  noteDecision,
  setFormulaBand,
  setLuckBand,
  setPoolFee,
} from '../../modules/settlement/day-settings.command.ts';
import { findPoolPayout } from '../../modules/settlement/day-figures.query.ts';
import { timesText } from '../../modules/settlement/formula-alarm.command.ts';
import { recordPayoutByHand } from '../../modules/settlement/pool/pool-payout.command.ts';
import { listSettledDays } from '../../modules/settlement/shown/settlement-days.query.ts';
import { findDayFacts, sumDay } from '../../modules/settlement/shown/settlement-show.query.ts';
import { listWaitingDays, tellWaitingDay } from '../../modules/settlement/waiting/waiting-days.query.ts';
import { dayEnd } from '../../outside/utc-day.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, type OperatorHouse } from '../command.ts';
import { counted } from '../counted.ts';

const SHOWN_DAYS = 14;

const DAY = { hint: '2026-11-19', kind: 'day', required: true } as const;
const PERCENT = { hint: '2.5', kind: 'amount', required: true } as const;
/** Units of a per cent that make a millionth. */
const UNITS_PER_PPM = 10_000n;

const ppmOf = (percent: string): number => {
  const units = parseUnits(percent) ?? -1n;
  if (units < 0n || units > 100n * 100_000_000n || units % UNITS_PER_PPM !== 0n)
    throw new OperatorProblem('--percent lies between 0 and 100 and has at most four decimals.');
  return Number(units / UNITS_PER_PPM);
};
const percentText = (ppm: number): string => `${formatUnits(BigInt(ppm) * UNITS_PER_PPM)} %`;
const btc = (sat: bigint): string => `${formatUnits(sat)} BTC`;
const exahashes = (hashes: bigint): string => `${(Number(hashes / 10n ** 15n) / 1000).toFixed(3)} EH`;

const requireOver = ({ context }: OperatorHouse, day: string): void => {
  if (context.clock.now() < dayEnd(day)) throw new OperatorProblem(`${day} is not over yet (UTC).`);
};

export const settlementCommands = [
  defineOperatorCommand({
    name: 'settlement run',
    grant: GRANTS.money,
    summary: 'Settles a UTC day now. A day and an order are settled once, however often this runs.',
    flags: { day: { hint: '2026-11-19', kind: 'day', required: true } },
    needsOutside: true,
    run: async ({ context, print }, { day }) => {
      const { state, reason, orders, sat, openOrders } = await settleDay(context, day);
      if (state === 'waiting')
        throw new OperatorProblem(`${day} cannot be settled yet: ${reason ?? 'no reason given'}`);
      print(`${day} is ${state}: ${counted(orders, 'order')} credited now with ${formatUnits(sat)} BTC`);
      if (openOrders > 0) print(`${openOrders} orders wait for the pool's figures`);
    },
  }),
  defineOperatorCommand({
    name: 'settlement status',
    grant: GRANTS.all,
    summary: `Days that wait for an operator; then the newest ${SHOWN_DAYS}: state, orders, what was credited, at which price.`,
    flags: {},
    run: async ({ context, print }) => {
      for (const day of await listWaitingDays(context.pool, context.clock.now()))
        print(await tellWaitingDay(context.pool, day));
      const days = await listSettledDays(context.pool, SHOWN_DAYS);
      for (const { day, state, orders, sat, priceUnits, payoutShare, simulated } of days) {
        const figures = `${String(orders).padStart(7)} orders ${formatUnits(sat).padStart(12)} BTC at ${formatUnits(priceUnits)} USD`;
        const paid = `pool paid ${(payoutShare * 100).toFixed(2)} %`;
        print(`${day} ${state.padEnd(11)} ${figures}, ${paid}${simulated ? ' (simulated)' : ''}`);
      }
      if (days.length === 0) print('No day has been settled yet.');
    },
  }),
  defineOperatorCommand({
    name: 'settlement show',
    grant: GRANTS.all,
    summary:
      'A UTC day in full: payout, what members were credited, surplus or shortfall, devices that the pool filled or cut.',
    flags: { day: DAY },
    run: async ({ context, print }, { day }) => {
      const shown = { ...(await findDayFacts(context.pool, day)), ...(await sumDay(context.pool, day)) };
      const payout = shown.payouts.at(-1);
      print(`${day}: ${shown.day?.state ?? 'not settled'}`);
      for (const { rewardSat, source, reason, recordedAt } of shown.payouts)
        print(
          `pool paid   ${btc(rewardSat)} (${source}, ${recordedAt.toISOString()}${reason === null ? '' : `: ${reason}`})`,
        );
      if (payout === undefined) print('pool paid   not known yet');
      if (shown.day !== null && shown.figures !== null) {
        const { numerator, denominator } = shown.figures.payout;
        print(
          `formula     ${btc(shown.formulaSat)} for the whole fleet, pool fee ${percentText(shown.day.poolFeePpm)}`,
        );
        if (shown.alarm !== null) {
          const { formulaSat, payoutSat, bandPpm, toldAt } = shown.alarm;
          print(
            `ALARM       ${toldAt.toISOString()}: the formula is ${btc(formulaSat)} to ${btc(payoutSat)} of the pool (${timesText(formulaSat, payoutSat)}), beyond ${percentText(bandPpm)}`,
          );
        }
        print(
          `part paid   ${((Number(numerator) / Number(denominator)) * 100).toFixed(4)} %, luck band ${percentText(shown.figures.bandPpm)}`,
        );
        print(
          `BTC price   ${formatUnits(shown.day.priceUnits)} USD (${shown.day.priceSource ?? 'source not kept'}, ${shown.day.priceAt.toISOString()})`,
        );
      }
      print(`credited    ${btc(shown.creditedSat)}, of it corrections ${btc(shown.correctionSat)}`);
      if (payout !== undefined) {
        const rest = payout.rewardSat - shown.creditedSat;
        print(
          rest >= 0n ? `surplus     ${btc(rest)} stays with mining` : `shortfall   ${btc(-rest)} is missing in mining`,
        );
      }
      if (shown.unseenDevices > 0)
        print(
          `${counted(shown.unseenDevices, 'device')} with live orders that the pool has told nothing of, or too late`,
        );
      for (const { serial, measured, filled, cut, poolHashes } of shown.devices)
        print(
          `${serial.padEnd(12)} measured ${exahashes(measured)}, filled ${exahashes(filled)}, cut ${exahashes(cut)}, pool ${poolHashes === null ? 'silent' : exahashes(poolHashes)}`,
        );
    },
  }),
  defineOperatorCommand({
    name: 'settlement payout',
    grant: GRANTS.two,
    summary:
      'Records what the pool paid for a UTC day, in BTC. A settled day is corrected where it is more; nothing is taken back.',
    flags: { day: DAY, amount: { hint: '0.01234567', kind: 'amount', required: true }, reason: REASON },
    restsOn: async ({ context }, { day }) => {
      const known = await findPoolPayout(context.pool, day);
      return { shown: { known: known === null ? 'nothing' : btc(known.rewardSat) } };
    },
    run: async (house, { day, amount, reason }) => {
      const { context, print, actor } = house;
      requireOver(house, day);
      const rewardSat = parseUnits(amount)!;
      const before = await recordPayoutByHand(context, { day, rewardSat, actor, reason });
      print(`${day}: ${before === null ? 'not known' : btc(before)} → ${btc(rewardSat)}`);
      const { orders, sat } = await correctSettledDay(context, day);
      if (orders > 0) print(`corrected: ${counted(orders, 'order')} credited with ${btc(sat)}`);
    },
  }),
  defineOperatorCommand({
    name: 'settlement decide',
    grant: GRANTS.money,
    summary:
      'Settles a UTC day without the pool’s figures: devices that it never told of count with what was measured.',
    flags: { day: DAY, reason: REASON },
    needsOutside: true,
    run: async (house, { day, reason }) => {
      const { context, print, actor } = house;
      requireOver(house, day);
      await noteDecision(context, day, actor, reason);
      const outcome = await settleDay(context, day, { withoutPoolFigures: true });
      if (outcome.state === 'waiting')
        throw new OperatorProblem(`${day} cannot be settled yet: ${outcome.reason ?? 'no reason given'}`);
      print(`${day} is ${outcome.state}: ${counted(outcome.orders, 'order')} credited now with ${btc(outcome.sat)}`);
    },
  }),
  defineOperatorCommand({
    name: 'settlement fee',
    grant: GRANTS.two,
    summary: 'Sets the pool fee in per cent, from the next UTC day on.',
    flags: { percent: { hint: '2.5 or 0', kind: 'text', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { percent, reason }) => {
      const ppm = ppmOf(percent);
      const { before, fromDay } = await setPoolFee(context, { ppm, actor, reason });
      print(`Pool fee: ${percentText(before)} → ${percentText(ppm)} from ${fromDay} on`);
    },
  }),
  defineOperatorCommand({
    name: 'settlement band',
    grant: GRANTS.terms,
    summary:
      'Sets how far above the pool’s figure a device is believed, in per cent, for days that are not settled yet.',
    flags: { percent: PERCENT, reason: REASON },
    run: async ({ context, print, actor }, { percent, reason }) => {
      const ppm = ppmOf(percent);
      const before = await setLuckBand(context, { ppm, actor, reason });
      print(`Luck band: ${percentText(before)} → ${percentText(ppm)}`);
    },
  }),
  defineOperatorCommand({
    name: 'settlement alarm',
    grant: GRANTS.terms,
    summary:
      'Sets how far a day’s formula may be from what the pool paid before operators are told, in per cent of the payout.',
    flags: { percent: PERCENT, reason: REASON },
    run: async ({ context, print, actor }, { percent, reason }) => {
      const ppm = ppmOf(percent);
      const before = await setFormulaBand(context, { ppm, actor, reason });
      print(`Alarm: ${percentText(before)} → ${percentText(ppm)}`);
    },
  }),
];
