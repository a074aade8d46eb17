import { fork } from 'node:child_process';
import { join } from 'node:path';
import { readFileSync, readdirSync } from 'node:fs';
import { startCluster } from './harness.ts';
import { makePurchaseWorld } from './purchase-world.ts';
const cluster = await startCluster();
const world = await makePurchaseWorld(cluster.url, 'bench_ours', 64, 300_000);
const child = fork(join(import.meta.dirname, 'purchase-server.ts'), {
  execArgv: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : [],
  env: {
    ...process.env,
    DATA_DIR: join(cluster.dataDir, 'server'),
    DATABASE_URL: world.url,
    PORT: '0',
    ROLES: 'api',
    LOG_LEVEL: 'error',
    SESSION_SECRET: world.secrets.session,
    PEPPER: world.secrets.pepper,
    POOL_URL: 'http://127.0.0.1:9',
    POOL_TOKEN: 'none',
    NETWORK_URL: 'http://127.0.0.1:9',
    MARKET_URL: 'http://127.0.0.1:9',
  },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const port = await new Promise<number>((r) =>
  child.stdout!.on('data', (c) => {
    const m = /:(\d+)\s*$/m.exec(String(c));
    process.stdout.write(c);
    if (m && String(c).includes('listening')) r(Number(m[1]));
  }),
);
const gen = fork(join(import.meta.dirname, 'purchase-load.ts'));
const ask = (w: object) =>
  new Promise<any>((r) => {
    gen.once('message', r);
    gen.send(w);
  });
const cpu = (pid: number) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(f[11]) + Number(f[12])) * 10;
};
const pgCpu = () =>
  readdirSync('/proc')
    .filter((p) => /^\d+$/.test(p))
    .reduce((s, p) => {
      try {
        const st = readFileSync(`/proc/${p}/cmdline`, 'utf8');
        return s + (st.includes('bench_ours') ? cpu(Number(p)) : 0);
      } catch {
        return s;
      }
    }, 0);
const wish = {
  host: '127.0.0.1',
  port,
  connections: 64,
  seconds: null as number | null,
  tokens: world.tokens,
  body: JSON.stringify({
    package: 1,
    payment_method: 3,
    quantity: 1,
    amount1: '800',
    amount2: '200',
    amount3: '0',
    member_security_pin: world.pin,
  }),
};
await ask({ ...wish, connections: 8 });
await ask({ ...wish, seconds: 2 });
for (let i = 0; i < 3; i++) {
  const [a, b, c] = [cpu(child.pid!), pgCpu(), cpu(gen.pid!)];
  const r = await ask({ ...wish, seconds: Number(process.env.SECS ?? 4) });
  const n = r.acknowledged;
  console.log(
    `${(n / r.seconds).toFixed(0)}/s p50 ${r.p50Ms.toFixed(1)} p99 ${r.p99Ms.toFixed(1)} node ${(((cpu(child.pid!) - a) * 1000) / n).toFixed(0)}us pg ${(((pgCpu() - b) * 1000) / n).toFixed(0)}us gen ${(((cpu(gen.pid!) - c) * 1000) / n).toFixed(0)}us`,
    r.refused,
  );
}
import pg from 'pg';
const cl = new pg.Client({ connectionString: world.url });
await cl.connect();
await cl.query('BEGIN');
for (const q of [
  "EXPLAIN (ANALYZE,BUFFERS) SELECT id FROM device WHERE line='x1' AND free AND retired_at IS NULL ORDER BY id LIMIT 64 FOR UPDATE",
  "EXPLAIN (ANALYZE,BUFFERS) SELECT * FROM stock WHERE line='x1'",
  'EXPLAIN (ANALYZE,BUFFERS) SELECT * FROM account WHERE id = ANY(ARRAY[16001,16004,16005,16017,16020]::bigint[]) order by id for update',
])
  console.log((await cl.query(q)).rows.map((r) => r['QUERY PLAN']).join('\n'));
console.table(
  (
    await cl.query(
      'select relname, n_live_tup, n_dead_tup, n_tup_upd, n_tup_hot_upd, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch from pg_stat_user_tables where n_tup_ins+n_tup_upd+seq_tup_read>100 order by 1',
    )
  ).rows,
);
await cl.end();
child.kill('SIGTERM');
gen.kill();
await new Promise((r) => child.once('exit', r));
await cluster.stop();
