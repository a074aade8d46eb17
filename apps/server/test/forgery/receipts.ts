import type { PoolClient } from 'pg';
import { computeReward, type RewardInputs, type RewardSegment } from '@minerx/rules/mining-reward';
import type { Forgery } from './forgery.ts';

/** A receipt, and what its order stands at. */
interface Receipt {
  orderId: string;
  day: string;
  part: number;
  memberId: bigint;
  transferId: string;
  sat: bigint;
  usdUnits: bigint;
  inputs: RewardInputs;
  carryPicoSat: string;
  profitBalanceUnits: string;
}

/** The first receipt that is the newest of its order, so that nothing follows from it. `which`: SQL on reward `r` and order `o`. */
const findReceipt = async (db: PoolClient, which: string): Promise<Receipt> => {
  const { rows } = await db.query<Receipt>(
    `SELECT r.order_id AS "orderId", r.day::text AS day, r.part, r.member_id AS "memberId", r.transfer_id AS "transferId", r.sat,
            r.usd_units AS "usdUnits", r.inputs, o.carry_pico_sat::text AS "carryPicoSat", o.profit_balance_units::text AS "profitBalanceUnits"
       FROM reward r JOIN miner_order o ON o.id = r.order_id
      WHERE r.sat > 0 AND o.status = 1 AND r.seq = (SELECT max(n.seq) FROM reward n WHERE n.order_id = r.order_id) AND ${which}
      ORDER BY r.day, r.order_id LIMIT 1`,
  );
  if (rows[0] === undefined) throw new Error(`no receipt with ${which}`);
  return rows[0];
};

const quoted = (inputs: RewardInputs): string => `'${JSON.stringify(inputs)}'`;
const withSegments = (
  inputs: RewardInputs,
  change: (segment: RewardSegment) => Partial<RewardSegment>,
): RewardInputs => ({
  ...inputs,
  segments: inputs.segments.map((segment) => ({ ...segment, ...change(segment) })),
});

/** A receipt with other inputs, and everything that is computed from it: amount, value, carry, profit, posting and balance. */
const repay = ({ orderId, day, part, memberId, transferId, sat, usdUnits }: Receipt, inputs: RewardInputs): string => {
  const now = computeReward(inputs);
  const account = memberId * 16n + 3n;
  return `
    UPDATE reward SET inputs = ${quoted(inputs)}, sat = ${now.rewardSat}, usd_units = ${now.usdValueUnits}
     WHERE (order_id, day, part) = ('${orderId}', '${day}', ${part});
    UPDATE posting SET amount = ${now.rewardSat} WHERE transfer_id = '${transferId}';
    UPDATE account SET balance = balance + ${now.rewardSat - sat} WHERE id = ${account};
    UPDATE miner_order SET profit_balance_units = profit_balance_units - ${now.usdValueUnits - usdUnits}, carry_pico_sat = ${now.carryPicoSat}
     WHERE id = '${orderId}'`;
};

/** A correction that nobody's minutes asked for, as the app's own role could write it. */
const correct = (receipt: Receipt, { segments }: RewardInputs): string => {
  const { orderId, day, part, memberId, inputs: last, carryPicoSat, profitBalanceUnits } = receipt;
  const before = { segments: last.segments, payoutFactor: last.payoutFactor };
  const inputs = { ...last, segments, before, carryPicoSat, profitBalanceUnits };
  const { rewardSat, usdValueUnits, carryPicoSat: carry } = computeReward(inputs);
  const [id, account] = ['00000000-0000-7000-8000-000000000009', memberId * 16n + 3n];
  return `
    INSERT INTO transfer (id, kind, member_id, order_id, reason) VALUES ('${id}', 'reward_correction', ${memberId}, '${orderId}', '${day}');
    INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) VALUES ('${id}', 0, 3, 67, ${account}, ${rewardSat});
    UPDATE account SET balance = balance + ${rewardSat} WHERE id = ${account};
    INSERT INTO reward (order_id, day, part, cause, member_id, sat, usd_units, transfer_id, inputs, simulated)
      VALUES ('${orderId}', '${day}', ${part + 1}, 'late_minutes', ${memberId}, ${rewardSat}, ${usdValueUnits}, '${id}', ${quoted(inputs)}, true);
    UPDATE miner_order SET profit_balance_units = profit_balance_units - ${usdValueUnits}, carry_pico_sat = ${carry} WHERE id = '${orderId}'`;
};

/** A quarter less difficult. */
const easier = ({ bits }: RewardSegment): Partial<RewardSegment> => {
  const mantissa = Math.floor((parseInt(bits.slice(2), 16) * 4) / 3);
  return { bits: `${bits.slice(0, 2)}${mantissa.toString(16).padStart(6, '0')}` };
};
const older = ({ height }: RewardSegment): Partial<RewardSegment> => ({ height: height - 210_000 });

/** Half an hour of a device's work. */
const FILL = 136_800_000_000_000_000n;

/** A receipt forged with all that hangs on it. */
const forged =
  (which: string, change: (receipt: Receipt) => string) =>
  async (db: PoolClient): Promise<string> =>
    change(await findReceipt(db, which));

/** Receipts that agree with every amount, posting and balance: only the day, the minutes and the pool speak against them. */
export const RECEIPTS: readonly Forgery[] = [
  {
    name: 'a receipt of an easier difficulty',
    sql: forged('true', (receipt) => repay(receipt, withSegments(receipt.inputs, easier))),
  },
  {
    name: 'a receipt of an older subsidy',
    sql: forged('true', (receipt) => repay(receipt, withSegments(receipt.inputs, older))),
  },
  {
    name: 'a correction at an easier difficulty',
    sql: forged('true', (receipt) => correct(receipt, withSegments(receipt.inputs, easier))),
  },
  {
    name: 'a correction at an older subsidy',
    sql: forged('true', (receipt) => correct(receipt, withSegments(receipt.inputs, older))),
  },
  {
    name: 'a correction that sets out from less than was paid',
    sql: forged('true', (receipt) => {
      const none = { hashesTenths: '0', measuredTenths: '0', filledTenths: '0', cutTenths: '0' };
      return correct({ ...receipt, inputs: withSegments(receipt.inputs, () => none) }, receipt.inputs);
    }),
  },
  {
    name: 'what the pool filled, with the receipt',
    sql: forged('o.package_id = 1', (receipt) => {
      const { orderId, day } = receipt;
      const inputs = withSegments(receipt.inputs, ({ hashesTenths, filledTenths }) => ({
        hashesTenths: String(BigInt(hashesTenths) + FILL * 10n),
        filledTenths: String(BigInt(filledTenths!) + FILL * 10n),
      }));
      return `
        UPDATE device_day SET filled = filled + ${FILL} WHERE day = '${day}' AND device_id = (SELECT device_id FROM allocation WHERE order_id = '${orderId}' LIMIT 1);
        ${repay(receipt, inputs)}`;
    }),
  },
];

const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** What the figures say that receipts are reckoned from. */
export const FIGURES: readonly Forgery[] = [
  { name: 'what the pool saw of devices', sql: `UPDATE pool_worker_day SET hashes = hashes * 2` },
  {
    name: 'what the pool saw of devices, with what they were judged by',
    sql: `UPDATE pool_worker_day SET hashes = hashes * 2; UPDATE device_day SET pool_hashes = pool_hashes * 2`,
  },
  {
    name: 'the prices that days are settled by',
    sql: `UPDATE market_close SET price_units = price_units * 2 WHERE (at AT TIME ZONE 'UTC')::time = '23:59'`,
  },
  { name: 'whose price a day was settled by', sql: `UPDATE settlement_day SET price_source = 'another'` },
  {
    name: 'the price that a day to come is settled by',
    soon: true,
    sql: `
      INSERT INTO market_close (symbol, at, price_units, source, simulated, confirmed_by, confirmed_price_units)
        SELECT symbol, (${TODAY} + 1)::timestamp AT TIME ZONE 'UTC' - interval '1 minute', price_units, source, simulated, confirmed_by, confirmed_price_units
          FROM market_close WHERE symbol = 'BTCUSDT' ORDER BY at DESC LIMIT 1`,
  },
  {
    name: 'a day settled before it is over',
    soon: true,
    sql: `
      INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, price_source, price_pair, simulated)
        SELECT ${TODAY}, 'settled', segments, 0, price_units * 2, now(), price_source, price_pair, simulated FROM settlement_day ORDER BY day DESC LIMIT 1`,
  },
  {
    name: 'shares of a day that is not over',
    soon: true,
    sql: `
      INSERT INTO settlement_figures (day, part, payout_part, payout_sat, band_ppm, payout_numerator, payout_denominator, recorded_at)
        VALUES (${TODAY}, 0, 0, 0, 1000000, 1, 1, now())`,
  },
  {
    name: 'pool work of a day that is not over',
    soon: true,
    sql: `INSERT INTO pool_worker_day (day, device_id, hashes, simulated) SELECT ${TODAY}, min(id), 90000000000000000000, true FROM device`,
  },
  { name: 'that a member’s password was reset', sql: `DELETE FROM factor_change` },
  {
    name: 'the fee of the pool from tomorrow on',
    sql: `INSERT INTO pool_fee (from_day, fee_ppm, set_at) VALUES ((now() AT TIME ZONE 'UTC')::date + 1, 0, now())`,
  },
  {
    name: 'late minutes of a settled day',
    sql: `
      INSERT INTO device_minute_late (day, device_id, minute, hashes, covered_s, down_s, blind_s, part)
        SELECT day, device_id, 5, 4000000000000000, 0, 0, 0, part + 1 FROM device_day WHERE day = (SELECT max(day) FROM device_day) LIMIT 1`,
  },
  {
    name: 'late minutes that a correction far ahead would take',
    sql: `
      INSERT INTO device_minute_late (day, device_id, minute, hashes, covered_s, down_s, blind_s, part)
        SELECT day, device_id, 5, 0, 0, 0, 0, part + 2 FROM device_day WHERE day = (SELECT max(day) FROM device_day) LIMIT 1;
      UPDATE device_minute_late SET hashes = 9000000000000000, covered_s = 60 WHERE minute = 5`,
  },
  {
    name: 'blind seconds of a device',
    sql: `UPDATE device_day SET blind_s = blind_s + 600 WHERE day = (SELECT max(day) FROM device_day)`,
  },
  {
    name: 'a day that nobody saw, as the app could write its correction',
    sql: `
      INSERT INTO device_day (day, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, recorded_at)
        SELECT day, device_id, part + 1, stretch, measured, filled, cut, 86400, pool_hashes, pool_late_s, now() FROM device_day d
         WHERE day = (SELECT max(day) FROM device_day) AND NOT EXISTS (SELECT FROM device_day n WHERE n.day = d.day AND n.device_id = d.device_id AND n.part > d.part)`,
  },
  {
    name: 'the payout that a day was shared out by',
    sql: `UPDATE settlement_figures SET payout_sat = payout_sat * 10 WHERE part = 0`,
  },
  {
    name: 'the band that a day was shared out by',
    sql: `UPDATE settlement_figures SET band_ppm = 99999 WHERE part = 0 AND day = (SELECT max(day) FROM settlement_figures)`,
  },
  {
    name: 'shares of a day that nothing asked for, as the app could write them',
    sql: `
      INSERT INTO settlement_figures (day, part, payout_part, payout_sat, band_ppm, payout_numerator, payout_denominator, recorded_at)
        SELECT day, part + 1, payout_part, payout_sat, 1000000, 1, 1, now() FROM settlement_figures ORDER BY day DESC, part DESC LIMIT 1`,
  },
  {
    name: 'a payout of the pool, told ahead of its day, with its booking and balances',
    soon: true,
    sql: `
      INSERT INTO transfer (id, kind, reason) SELECT '00000000-0000-7000-8000-000000000009', 'pool_payout', '2999-01-01';
      INSERT INTO pool_payout (day, part, reward_sat, source, simulated, transfer_id)
        SELECT '2999-01-01', 0, 1000000, source, simulated, '00000000-0000-7000-8000-000000000009' FROM pool_payout WHERE source <> 'operator' LIMIT 1;
      INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) VALUES ('00000000-0000-7000-8000-000000000009', 0, 3, 19, 67, 1000000);
      UPDATE account SET balance = balance - 1000000 WHERE id = 19;
      UPDATE account SET balance = balance + 1000000 WHERE id = 67`,
  },
  {
    name: 'a payout that no operator told, with its booking and balances',
    sql: `
      INSERT INTO transfer (id, kind, reason) SELECT '00000000-0000-7000-8000-000000000009', 'pool_payout', max(day)::text FROM pool_payout;
      INSERT INTO pool_payout (day, part, reward_sat, source, simulated, reason, transfer_id)
        SELECT day, part + 1, reward_sat + 1000000, 'operator', simulated, 'more', '00000000-0000-7000-8000-000000000009' FROM pool_payout ORDER BY day DESC, part DESC LIMIT 1;
      INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) VALUES ('00000000-0000-7000-8000-000000000009', 0, 3, 19, 67, 1000000);
      UPDATE account SET balance = balance - 1000000 WHERE id = 19;
      UPDATE account SET balance = balance + 1000000 WHERE id = 67`,
  },
];
