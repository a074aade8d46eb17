import { order, payIn, type Forgery } from './forgery.ts';

const MINED = 4 * 16 + 3;
const rewarded = `(SELECT order_id, day FROM reward WHERE sat > 0 ORDER BY day, order_id LIMIT 1)`;

/** @param also what else is set in the reward's row */
const doubled = (also: string): string => `
  UPDATE account a SET balance = a.balance + p.amount FROM posting p
   WHERE p.transfer_id = (SELECT transfer_id FROM reward WHERE (order_id, day) = ${rewarded}) AND a.id = p.destination;
  UPDATE posting SET amount = amount * 2 WHERE transfer_id = (SELECT transfer_id FROM reward WHERE (order_id, day) = ${rewarded});
  UPDATE reward SET sat = sat * 2${also} WHERE (order_id, day) = ${rewarded}`;

/** Of what was mined and what was credited for it. */
export const REWARDS: readonly Forgery[] = [
  {
    name: 'the inputs of a reward',
    sql: `UPDATE reward SET inputs = jsonb_set(inputs, '{carryPicoSat}', '"999999999999"') WHERE (order_id, day) = ${rewarded}`,
  },
  {
    name: 'the hashes in the inputs of a reward',
    sql: `UPDATE reward SET inputs = jsonb_set(inputs, '{segments,0,hashesTenths}', '"1"') WHERE (order_id, day) = ${rewarded}`,
  },
  { name: 'a reward doubled with its posting and balance', sql: doubled('') },
  {
    name: 'a reward doubled with its posting and balance, its receipt silent on what was carried',
    sql: doubled(`, inputs = inputs - 'carryPicoSat'`),
  },
  {
    name: 'the hashes of a settled minute',
    sql: `UPDATE device_minute SET hashes = hashes * 10 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0) AND hashes > 0`,
  },
  {
    name: 'what a device is credited of a day',
    sql: `UPDATE device_day SET measured = measured * 10 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0)`,
  },
  {
    name: 'what the pool paid for a day',
    sql: `UPDATE pool_payout SET reward_sat = reward_sat * 10 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0)`,
  },
  {
    name: 'what an order may carry over',
    sql: `UPDATE miner_order SET carry_pico_sat = 999999999999 WHERE id = ${order(1, 'AND id IN (SELECT order_id FROM reward)')}`,
  },
  {
    name: 'the fee of an order',
    sql: `UPDATE miner_order SET activation_fee_units = 1 WHERE id = ${order(2)}`,
  },
  { name: 'the amount of a reward', sql: `UPDATE reward SET sat = sat * 2 WHERE (order_id, day) = ${rewarded}` },
  {
    name: 'a reward from nowhere',
    sql: payIn('reward', MINED).replaceAll('* 16 + 1', '* 16 + 3').replace('0, 1, 67', '0, 3, 67'),
  },
  {
    name: 'what an order without rewards carries over',
    sql: `UPDATE miner_order SET carry_pico_sat = 999999999999 WHERE id = ${order(2)}`,
  },
  {
    name: 'that a reward is simulated',
    sql: `UPDATE reward SET simulated = false WHERE (order_id, day) = ${rewarded}`,
  },
  {
    name: 'that a settled day is simulated',
    sql: `UPDATE settlement_day SET simulated = false WHERE day = (SELECT max(day) FROM settlement_day)`,
  },
  {
    name: 'that a day and all of its rewards are simulated',
    sql: `
      UPDATE settlement_day SET simulated = false WHERE day = (SELECT max(day) FROM settlement_day);
      UPDATE reward SET simulated = false WHERE day = (SELECT max(day) FROM settlement_day)`,
  },
  { name: 'a reward deleted', sql: `DELETE FROM reward WHERE (order_id, day) = ${rewarded}` },
  {
    name: 'the price of a settled day',
    sql: `UPDATE settlement_day SET price_units = price_units / 2 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0)`,
  },
];
