import { readFileSync } from 'node:fs';
import { Counter } from 'prom-client';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testEnv, type TestApp } from '../../../test/app.ts';
import { payoutJobs } from '../../jobs/chain/payouts.ts';
import { seedReference } from '../../seed/reference.ts';

const TOKEN = 'Wq3-vR8_tYb1.nM6xKc9*pLs2-hJd5_gZf7';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedReference(app.context.pool);
  // What only a worker with a signer counts.
  const outside = { ...app.context.outside, signer: {} as never, chains: new Map([[NETWORK.BEP20, {} as never]]) };
  payoutJobs({ ...app.context, outside });
});
afterAll(() => app.close());

const scrape = async (headers: Record<string, string> = {}) => app.http.inject({ url: '/metrics', headers });
const valueOf = (body: string, name: string): string | undefined =>
  new RegExp(`^${name}(?:{[^}]*})? (.*)$`, 'm').exec(body)?.[1];

const deployed = (file: string): string =>
  readFileSync(new URL(`../../../../../deploy/${file}`, import.meta.url), 'utf8');
/** Names of figures in an expression of Prometheus; its own functions stand before a bracket. */
const ASKED = /\b[a-z]+(?:_[a-z]+)+(?=$|[\s[{)])/g;
type Labelled = { labelNames: readonly string[] };

describe('metrics', () => {
  it('tell of the process, its feeds and what other parts count', async () => {
    new Counter({ name: 'test_events', help: 'x', registers: [app.context.metrics] }).inc(3);
    const { body } = await scrape();
    expect(body).toContain('ledger_commands_waiting 0');
    expect(body).toContain('feed_sockets{feed="/spot"} 0');
    expect(valueOf(body, 'test_events')).toBe('3');
  });

  it('tell of the work that goes on by itself, and leave out the age of what never was', async () => {
    const { pool, clock } = app.context;
    const before = (await scrape()).body;
    expect(valueOf(before, 'outbox_waiting')).toBe('0');
    expect(valueOf(before, 'outbox_oldest_seconds')).toBeUndefined();
    await pool.query(`INSERT INTO outbox (topic, payload, created_at) VALUES ('test', '{}', $1), ('test', '{}', $2)`, [
      new Date(clock.now() - 90_000),
      new Date(clock.now() - 5000),
    ]);
    // A mail for when a night is over is not late, and a push service that is away delays no code.
    await pool.query(`INSERT INTO outbox (topic, payload, created_at) VALUES ('mail', '{}', $1), ('push', '{}', $2)`, [
      new Date(clock.now() + 60_000),
      new Date(clock.now() - 900_000),
    ]);
    const after = (await scrape()).body;
    expect(valueOf(after, 'outbox_waiting')).toBe('4');
    expect(valueOf(after, 'outbox_oldest_seconds')).toBe('90');
    expect(valueOf(after, 'database_up')).toBe('1');
  });

  it('are all in the list of the operators’ pages, and nothing else is', async () => {
    const { body } = await scrape();
    expect(valueOf(body, 'database_up')).toBe('1');
    const told = [...body.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name, help]) => `| \`${name}\` | ${help} |`);
    const ours = told.filter((row) => !/^\| `(process|nodejs|test)_/.test(row)).sort();
    const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    const [, list = ''] = /^## What \/metrics tells\n(.*?)^## /ms.exec(page) ?? [];
    expect(list.split('\n').filter((line) => line.startsWith('| `'))).toEqual(ours);
  });

  it('are what the rules for alarms and the dashboard ask for, by name and label', async () => {
    const { body } = await scrape();
    const series = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => [name + end, name!]) : [[name!, name!]],
    );
    const told = new Map(series as [string, string][]);
    const labelsOf = (name: string): readonly string[] => {
      const { labelNames } = app.context.metrics.getSingleMetric(told.get(name)!) as unknown as Labelled;
      return name.endsWith('_bucket') ? [...labelNames, 'le'] : labelNames;
    };
    const asked = (expression: string) => [...expression.matchAll(ASKED)].map(([name]) => name);
    const labels = (expression: string) =>
      [...expression.matchAll(/by \(([^)]*)\)|{([^}]*)}/g)]
        .flatMap(([, by, where]) => (by ?? where!).split(','))
        .map((label) => /\w+/.exec(label)![0]);
    const board = JSON.parse(deployed('grafana.json')) as { panels: { targets: { expr: string }[] }[] };
    const shown = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const ruled = [...deployed('alerts.yml').matchAll(/expr: (.*)/g)].map(([, expr]) => expr!);
    for (const list of [shown, ruled]) expect(list.flatMap(asked).length).toBeGreaterThan(20);
    for (const expression of [...shown, ...ruled]) {
      expect(asked(expression).filter((name) => !told.has(name))).toEqual([]);
      for (const name of asked(expression)) expect(labelsOf(name)).toEqual(expect.arrayContaining(labels(expression)));
    }
  });

  it('are for the machine itself in a demo, not for what a proxy on it passes on', async () => {
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host'])
      expect([name, (await scrape({ [name]: '127.0.0.1' })).statusCode]).toEqual([name, 404]);
    expect((await app.http.inject({ url: '/%6detrics', headers: { 'x-real-ip': '10.0.0.1' } })).statusCode).toBe(404);
  });

  it('are for whoever knows the token, and for nobody else', async () => {
    const guarded = await testApp({ env: testEnv({ METRICS_TOKEN: TOKEN }) });
    const ask = async (headers: Record<string, string>) =>
      (await guarded.http.inject({ url: '/metrics', headers })).statusCode;
    expect(await ask({})).toBe(404);
    expect(await ask({ authorization: `Bearer ${TOKEN}x` })).toBe(404);
    expect(await ask({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' })).toBe(200);
    await guarded.close();
  });
});
