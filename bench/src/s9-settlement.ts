import '../../scripts/pinned-node.ts';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { LEDGER_TABLES } from '../../apps/server/src/composition/ledger-tables.ts';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { settleDay } from '../../apps/server/src/jobs/settlement.ts';
import { createVault } from '../../apps/server/src/security/vault.ts';
import { computeReward, type RewardInputs } from '../../packages/rules/src/mining/mining-reward.ts';
import { format, interleave, median, mustHold, row, startCluster } from './measure/harness.ts';
import { contextOf } from './world/context.ts';
import { makeMiningWorld } from './world/mining-world.ts';

/**
 * S9: settling a day (read, compute, credit through the ledger, receipts, durable) against one statement that only sums the
 * same minute samples by device. Set ORDERS for another size; both sides grow with the number of samples.
 */
const ORDERS = Number(process.env['ORDERS'] ?? 10_000);
const GOAL = 3;
const ROUNDS = 5;
const DAY = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const START = Date.parse(`${DAY}T00:00:00Z`);
const SAMPLES = ORDERS * 1440;

const cluster = await startCluster();

/** Every receipt gives its amount, and the hashes of all orders are the hashes of all devices. */
const checkAnswers = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ sat: string; inputs: RewardInputs }>('SELECT sat, inputs FROM reward');
  let tenths = 0n;
  for (const { sat, inputs } of rows) {
    mustHold(computeReward(inputs).rewardSat === BigInt(sat), 'a receipt gives its amount');
    tenths += BigInt(inputs.segments[0]!.hashesTenths);
  }
  const sums = await client.query<{ hashes: string; credited: string }>(
    `SELECT (SELECT sum(hashes) FROM device_minute)::text AS hashes, (SELECT sum(balance) FROM account)::text AS credited`,
  );
  mustHold(tenths === BigInt(sums.rows[0]!.hashes) * 10n, 'no hash is lost');
  mustHold(
    BigInt(sums.rows[0]!.credited) === rows.reduce((sum, { sat }) => sum + BigInt(sat), 0n),
    'credits are balances',
  );
};
try {
  const devices = Array.from({ length: ORDERS }, (_, n) => ({ serial: `D${n}`, host: '127.0.0.1', port: 4028 }));
  const world = await makeMiningWorld(cluster.url, 'bench_s9', { orders: ORDERS, devices, sharedTenths: 2 });
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  console.log(`writing ${SAMPLES} samples`);
  await owner.query('SELECT ensure_device_minute_day($1)', [DAY]);
  for (let from = 0; from < 1440; from += 120) {
    await owner.query(
      `INSERT INTO device_minute (day, device_id, minute, hashes, covered_s, down_s, blind_s)
       SELECT $1, d.id, m, 4440000000000000 + (d.id * 7919 + m * 104729) % 100000000000000, 60, 0, 0
         FROM device d, generate_series($2::int, $2::int + 119) AS m`,
      [DAY, from],
    );
  }
  await owner.query(
    `INSERT INTO pool_worker_day (day, device_id, hashes, simulated) SELECT $1, id, 76e12 * 86400, true FROM device`,
    [DAY],
  );
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');

  const pool = createPool(world.url, { max: 5 });
  const source = { sourceId: 'bench', simulated: true, health: () => ({}) };
  const context = contextOf({
    pool,
    tables: LEDGER_TABLES,
    vault: createVault('bench'.repeat(8)),
    random: { bytes: (count: number) => randomBytes(count) },
    outside: {
      network: {
        ...source,
        recall: () => undefined,
        segmentsOfDay: async () => [{ fromMs: START, toMs: START + 86_400_000, bits: '1701fca1', height: 930_000 }],
      },
      market: {
        ...source,
        closeAt: async (_: string, at: number) => ({ openAt: at - 59_999, closeUnits: 9_500_000_000_000n }),
      },
      secondMarket: {
        ...source,
        closes: async (_: number, toMs: number) => [{ openAt: toMs - 60_000, closeUnits: 9_500_000_000_000n }],
      },
      pool: {
        ...source,
        workers: async () => [],
        dailyRewards: async () => [{ day: DAY, rewardSat: 10n ** 15n, calculatedAt: null }],
      },
    },
  });

  const RESET = `
    TRUNCATE reward, settlement_day, settlement_figures, device_day, pool_payout, posting;
    TRUNCATE transfer CASCADE;
    UPDATE account SET balance = 0 WHERE balance <> 0;
    UPDATE miner_order SET profit_balance_units = max_profit_units, carry_pico_sat = 0, status = 1, ended_at = NULL`;

  const ours = async (): Promise<number> => {
    await owner.query(RESET);
    await owner.query('VACUUM ANALYZE miner_order; VACUUM ANALYZE account').catch(async () => {
      await owner.query('VACUUM ANALYZE miner_order');
      await owner.query('VACUUM ANALYZE account');
    });
    await owner.query('CHECKPOINT');
    const start = performance.now();
    const outcome = await settleDay(context, DAY);
    const ms = performance.now() - start;
    mustHold(
      outcome.state === 'settled' && outcome.orders === ORDERS,
      `settled ${outcome.orders} of ${ORDERS}: ${outcome.reason}`,
    );
    return ms;
  };

  const reference = async (): Promise<number> => {
    const start = performance.now();
    const { rows } = await owner.query({
      rowMode: 'array',
      text: 'SELECT device_id, sum(hashes), sum(covered_s), sum(down_s) FROM device_minute WHERE day = $1 GROUP BY device_id',
      values: [DAY],
    });
    const ms = performance.now() - start;
    mustHold(rows.length === ORDERS, 'every device is summed');
    return ms;
  };

  await reference();
  const result = await interleave(ROUNDS, ours, reference);
  await checkAnswers(owner);
  row({
    id: 'S9',
    work: `settling a day of ${ORDERS} orders from ${(SAMPLES / 1e6).toFixed(1)} million minute samples: receipts, ledger, durable`,
    reference: 'one statement that only sums the same samples by device',
    goal: `≤ ${GOAL} ×`,
    measured: [
      `${format(result.ratio)} ×`,
      `${format(median(result.ours) / 1000)} s against ${format(median(result.reference) / 1000)} s`,
    ],
    reached: result.ratio <= GOAL,
  });
  await pool.end();
  await owner.end();
} finally {
  await cluster.stop();
}
