import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BY_KEY } from '../../../apps/server/src/db/pool.ts';
import { ORDER_HOUSE } from '../../../apps/server/src/modules/order/order.ledger.ts';
import type { PurchaseWorld } from './purchase-world.ts';

/** pgbench of this machine; Debian keeps it outside of PATH. */
export const findPgbench = (): string => {
  const found = [
    ...globSync('/usr/lib/postgresql/*/bin/pgbench'),
    '/usr/bin/pgbench',
    '/usr/local/bin/pgbench',
    '/opt/homebrew/bin/pgbench',
  ];
  return found.find((path) => existsSync(path)) ?? 'pgbench';
};

/**
 * The same purchase as one interactive transaction: the statements that the server sends for one purchase, one after the
 * other, each waiting for its answer. Same tables, same indexes, same locks, no running balance of a house account.
 */
const script = ({ firstMember, members }: PurchaseWorld, lines: number): string => `
\\set member random(${firstMember}, ${firstMember + members - 1})
\\set usdt :member * 16 + 1
\\set cw :member * 16 + 4
\\set rw :member * 16 + 5
\\set line random(1, ${lines})
\\set key random(1, 1000000000000000000)
BEGIN;
SELECT used AS used, uuidv7() AS order_id, uuidv7() AS transfer_id FROM stock WHERE line = ${lines === 1 ? `'x1'` : `'r' || :line`} FOR UPDATE \\gset
SELECT device_id AS device FROM device_stock WHERE line = ${lines === 1 ? `'x1'` : `'r' || :line`} AND free AND in_stock LIMIT 1 FOR UPDATE \\gset
SELECT m.id, m.country_id, c.payment_methods, m.frozen_at IS NOT NULL FROM member m JOIN community c ON c.id = m.community_id WHERE m.id = :member;
SELECT id, price_units, quantity, max_profit_units, activation_fee_units, active FROM miner_package WHERE id = 1;
SELECT id, price_units FROM wallet_type WHERE id IN (4, 5);
SELECT id, balance FROM account WHERE id IN (:usdt, :cw, :rw) ORDER BY id FOR UPDATE;
SELECT fingerprint, answer FROM command WHERE actor = 'member:' || :member AND name = 'subscribe_miner' AND key = 'bench' || :key;
UPDATE account SET balance = balance - 80000000000 WHERE id = :cw;
UPDATE account SET balance = balance - 20000000000 WHERE id = :rw;
INSERT INTO transfer (id, kind, member_id, order_id) VALUES (:transfer_id, 'purchase', :member, :order_id);
INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) VALUES (:transfer_id, 0, 4, :cw, ${ORDER_HOUSE.SALES * 16n + 4n}, 80000000000), (:transfer_id, 1, 5, :rw, ${ORDER_HOUSE.SALES * 16n + 5n}, 20000000000);
UPDATE stock SET used = :used + 1 WHERE line = ${lines === 1 ? `'x1'` : `'r' || :line`};
INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units) VALUES (:order_id, 'MX' || :key, 'X1-' || :key, :member, 1, 2, 100000000000, 250000000000, 250000000000);
INSERT INTO order_payment (order_id, wallet_id, units) VALUES (:order_id, 4, 80000000000), (:order_id, 5, 20000000000);
UPDATE device_stock SET free = false WHERE device_id = :device;
INSERT INTO allocation (order_id, device_id, share_tenths) VALUES (:order_id, :device, 10);
INSERT INTO command (actor, name, key, fingerprint, answer) VALUES ('member:' || :member, 'subscribe_miner', 'bench' || :key, '\\xabababababababababababababababababababababababababababababababab', '{"ok": true, "result": {"orderIds": ["019f0000-0000-7000-8000-000000000000"], "waitingCount": 0}}');
COMMIT;
`;

/** Runs pgbench for so many seconds; gives transactions a second and how many there were. */
export const runReference = async (
  world: PurchaseWorld,
  lines: number,
  connections: number,
  seconds: number,
): Promise<{ tps: number; count: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'minerx-pgbench-'));
  try {
    const file = join(folder, 'purchase.sql');
    writeFileSync(file, script(world, lines));
    const flags = ['-M', 'prepared', '-n', '-c', String(connections), '-j', '2', '-T', String(seconds), '-f', file];
    const { stdout } = await promisify(execFile)(findPgbench(), [...flags, world.url], {
      // The planner settings of our own connections: without them its plans, made while tables were small, get slower.
      env: { ...process.env, PGOPTIONS: BY_KEY.map((setting) => `-c ${setting}`).join(' ') },
    });
    const tps = /tps = ([\d.]+) \(without initial/.exec(stdout) ?? /tps = ([\d.]+)/.exec(stdout);
    const count = /transactions actually processed: (\d+)/.exec(stdout);
    const failed = /number of failed transactions: (\d+)/.exec(stdout);
    if (!tps || !count || (failed && failed[1] !== '0')) throw new Error(`pgbench did not finish well:\n${stdout}`);
    return { tps: Number(tps[1]), count: Number(count[1]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
