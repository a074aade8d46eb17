import { member, order, other, type Forgery } from './forgery.ts';

const freeDevice = `(SELECT min(p.device_id) FROM device_stock p WHERE p.free AND p.in_stock)`;

const ORDERS: readonly Forgery[] = [
  { name: 'stock', sql: `UPDATE stock SET used = used - 1 WHERE line = 'x1'` },
  {
    name: 'a device taken out of the stock',
    sql: `UPDATE device_stock SET in_stock = false WHERE device_id = ${freeDevice}`,
  },
  { name: 'what a machine can do', sql: `UPDATE device SET rated_ths = 2000 WHERE id = ${freeDevice}` },
  {
    name: 'what a former machine could do',
    sql: `INSERT INTO device_rating (device_id, until, rated_ths) SELECT ${freeDevice}, now(), 2000`,
  },
  { name: 'that a machine is simulated', sql: `UPDATE device SET simulated = false WHERE id = ${freeDevice}` },
  {
    name: 'a machine from nowhere',
    sql: `
      INSERT INTO device (serial, line, host, port, simulated) VALUES ('forged', 'x1', '127.0.0.1', 1, true);
      UPDATE device_stock SET in_stock = false WHERE device_id = (SELECT id FROM device WHERE serial = 'forged')`,
  },
  {
    name: 'where a machine answers',
    sql: `
      UPDATE device SET host = '203.0.113.9' WHERE id = ${freeDevice};
      UPDATE device SET simulated = false WHERE id = ${freeDevice}`,
  },
  { name: 'the place of an order in line', sql: `UPDATE miner_order SET place = 0 WHERE id = ${order(6)}` },
  {
    name: 'a device shared out twice',
    sql: `UPDATE device_stock SET free = true WHERE device_id = (SELECT device_id FROM allocation WHERE released_at IS NULL LIMIT 1)`,
  },
  {
    name: 'a free device of the other line',
    sql: `UPDATE device_stock SET line = 'x2' WHERE device_id = (SELECT min(device_id) FROM device_stock WHERE line = 'x1')`,
  },
  {
    name: 'an order active without its fee',
    soon: true,
    sql: `UPDATE miner_order SET status = 1, activated_at = now() WHERE id = ${order(2)}`,
  },
  {
    name: 'an active order back to ready',
    sql: `UPDATE miner_order SET status = 2, activated_at = NULL WHERE id = ${order(1)}`,
  },
  {
    name: 'an order activated earlier',
    sql: `UPDATE miner_order SET activated_at = activated_at - interval '5 days' WHERE id = ${order(1)}`,
  },
  {
    name: 'an activation for a smaller fee',
    soon: true,
    sql: `
      UPDATE account a SET balance = a.balance + p.amount - 1 FROM posting p
       WHERE p.transfer_id = (SELECT id FROM transfer WHERE kind = 'activation' ORDER BY id LIMIT 1) AND a.id = p.source;
      UPDATE posting SET amount = 1 WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'activation' ORDER BY id LIMIT 1)`,
  },
  {
    name: 'a raised profit cap',
    sql: `
      UPDATE miner_order SET max_profit_units = max_profit_units * 10, profit_balance_units = profit_balance_units + max_profit_units * 9 WHERE id = ${order(1)}`,
  },
  {
    name: 'what an order has mined',
    sql: `UPDATE miner_order SET mined_sat = mined_sat + 1 WHERE id = ${order(1)}`,
  },
  {
    name: 'a payment of no order',
    sql: `INSERT INTO order_payment (order_id, wallet_id, units) VALUES (gen_random_uuid(), 4, 1)`,
  },
  {
    name: 'a machine held for no order',
    sql: `
      INSERT INTO allocation (order_id, device_id, share_tenths) VALUES (gen_random_uuid(), ${freeDevice}, 10);
      UPDATE device_stock SET free = false WHERE device_id = ${freeDevice};
      UPDATE stock SET used = used + 1 WHERE line = (SELECT line FROM device_stock WHERE device_id = ${freeDevice})`,
  },
  {
    name: 'an order that holds another machine, which is not there',
    sql: `UPDATE allocation SET device_id = -1 WHERE ctid = (SELECT min(ctid) FROM allocation WHERE released_at IS NULL)`,
  },
  {
    name: 'an order of a package that is not there',
    sql: `UPDATE miner_order SET package_id = 99 WHERE id = ${order(1)}`,
  },
  {
    name: 'the price of an order',
    soon: true,
    sql: `UPDATE miner_order SET amount_units = amount_units * 2 WHERE id = ${order(2)}`,
  },
  {
    name: 'the package of an order',
    sql: `UPDATE miner_order SET package_id = 3 WHERE id = ${order(1, 'AND package_id = 1')}`,
  },
  {
    name: 'the owner of an order',
    soon: true,
    sql: `UPDATE miner_order SET member_id = ${other} WHERE id = ${order(2, `AND member_id = ${member}`)}`,
  },
  {
    name: 'an order from nowhere',
    soon: true,
    sql: `
      INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units)
        SELECT '00000000-0000-7000-8000-000000000002', 'MXFORGED', 'X1-FORGED', ${member}, package_id, 7, amount_units, max_profit_units, max_profit_units
          FROM miner_order WHERE package_id = 2 LIMIT 1`,
  },
];

const VOUCHERS: readonly Forgery[] = [
  {
    name: 'the state of a voucher',
    soon: true,
    sql: `UPDATE voucher SET redeemed_by = NULL, redeemed_at = NULL WHERE redeemed_by IS NOT NULL`,
  },
  {
    name: 'a voucher worth ten times as much',
    soon: true,
    sql: `UPDATE voucher SET amount_units = amount_units * 10 WHERE redeemed_by IS NULL`,
  },
  {
    name: 'a redemption that made no order',
    soon: true,
    sql: `UPDATE voucher SET redeemed_by = ${member}, redeemed_at = now() WHERE id = (SELECT id FROM voucher WHERE redeemed_by IS NULL ORDER BY id LIMIT 1)`,
  },
  {
    name: 'a voucher from nowhere',
    soon: true,
    sql: `INSERT INTO voucher (id, code_hash, package_id, amount_units) VALUES (gen_random_uuid(), sha256('forged'), 3, 100000000000)`,
  },
  {
    name: 'a voucher of another package',
    sql: `UPDATE voucher SET package_id = 7 - package_id WHERE redeemed_by IS NULL`,
  },
  {
    name: 'a voucher taken back by nobody',
    sql: `UPDATE voucher SET voided_at = now() WHERE id = (SELECT id FROM voucher WHERE redeemed_by IS NULL ORDER BY id LIMIT 1)`,
  },
];

/** Of what is mined with, and how it was paid for. */
export const MINERS: readonly Forgery[] = [...ORDERS, ...VOUCHERS];
