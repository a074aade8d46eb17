import { operatorWork, operatorWorks } from '@minerx/contract/operator/work';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { openConsole, openDesk, resultOf, type Console } from '../../../test/operator/operators.ts';
import type { Context } from '../../context.ts';
import { drainOutbox, LEASE_MS } from '../../jobs/outbox.ts';
import { LONG_WORK } from '../../modules/operator/long-work.command.ts';
import { doLongWork } from './long-work.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
let support: Console;
beforeAll(async () => {
  ({ app, admin, finance, support } = await openDesk('admin', 'finance', 'support'));
}, 60_000);
afterAll(() => app.close());

const never = (): Promise<never> => new Promise(() => undefined);

/** A worker that does what is due, with a context of its own. */
const work = (context: Context = app.context) =>
  drainOutbox(app.context, { [LONG_WORK]: (row) => doLongWork(context, row) });

/** A worker whose process ends before a statement that begins so: it hears nothing of the database any more. */
const workUntil = (statement: string, { idleMs = 0 } = {}): Promise<void> =>
  new Promise((ended) => {
    const query = (text: string, values: unknown[]): Promise<unknown> =>
      text.startsWith(statement) ? (ended(), never()) : app.context.pool.query(text, values);
    const connect = () => app.context.pool.connect();
    const pool = { query, connect } as unknown as Context['pool'];
    void drainOutbox(app.context, {
      [LONG_WORK]: (row) => {
        app.clock.advance(idleMs);
        return doLongWork({ ...app.context, pool }, row);
      },
    });
  });

const portOf = (serial: string): number => serial.charCodeAt(0) + 100 * Number(serial.at(-1));
/** Machines that do not answer. */
const listOf = (...serials: string[]): string =>
  ['serial,line,host,port', ...serials.map((serial) => `${serial},x1,127.0.0.1,${portOf(serial)}`)].join('\n');
const register = (file: string, by = admin, key?: string) => by.run('device register', { file, reason: 'test' }, key);
const startedBy = async (answer: ReturnType<Console['run']>): Promise<string> => {
  const { outcome, work: id } = resultOf(await answer) as { outcome: string; work?: string };
  expect(outcome).toBe('started');
  return id!;
};
const see = (id: string, by = admin) => by.read(operatorWork, `id=${id}`);
const registrations = async (): Promise<string[][]> => {
  const { rows } = await app.context.pool.query<{ serials: string[] }>(
    `SELECT detail->'serials' AS serials FROM audit WHERE action = 'device.register' ORDER BY id`,
  );
  return rows.map(({ serials }) => serials);
};

describe('what takes long', () => {
  // proves 7: GET operator/work
  it('is started once under its key, goes on without the page, and says what came of it', async () => {
    const file = listOf('A-1', 'A-2');
    const id = await startedBy(register(file, admin, 'long-key-1'));
    expect(await startedBy(register(file, admin, 'long-key-1'))).toBe(id);
    // Another press for the very same, while it waits.
    expect(await startedBy(register(file))).toBe(id);
    expect(await see(id)).toMatchObject({ state: 'running', done: 0, total: null, lines: [] });
    await work();
    expect(await see(id)).toMatchObject({
      action: 'device register',
      actor: 'operator:admin@minerx.test',
      state: 'done',
      done: 2,
      total: 2,
      lines: ['2 miners registered.', expect.any(String)],
    });
    expect(await registrations()).toEqual([['A-1', 'A-2']]);
  });

  it('is begun anew where a worker was killed in the middle, and done once', async () => {
    const id = await startedBy(register(listOf('A-1', 'A-2', 'B-3')));
    await workUntil('UPDATE outbox SET not_before');
    expect(await see(id)).toMatchObject({ state: 'running', done: 3, total: 3 });
    // Nobody else takes it while its worker may live.
    await work();
    expect(await see(id)).toMatchObject({ state: 'running' });
    app.clock.advance(LEASE_MS);
    // The next one is killed when it has registered them and not said so yet.
    await workUntil('UPDATE long_work SET outcome');
    expect((await registrations()).at(-1)).toEqual(['B-3']);
    app.clock.advance(LEASE_MS);
    await work();
    expect(await see(id)).toMatchObject({ state: 'done', lines: ['0 miners registered, 3 were known already.'] });
    expect(await registrations()).toEqual([['A-1', 'A-2'], ['B-3']]);
  });

  it('holds on to its turn while it gets on', async () => {
    const id = await startedBy(register(listOf('E-1')));
    await workUntil('UPDATE long_work SET outcome', { idleMs: LEASE_MS - 1000 });
    app.clock.advance(2000);
    await work();
    expect(await see(id)).toMatchObject({ state: 'running' });
    app.clock.advance(LEASE_MS);
    await work();
    expect(await see(id)).toMatchObject({ state: 'done' });
  });

  // proves 7: GET operator/work/all
  it('is seen by whoever may do it, of two operators who ask for the same the second is told', async () => {
    const first = await startedBy(register(listOf('C-1')));
    const second = await startedBy(finance.run('audit verify'));
    await work();
    const again = await startedBy(register(listOf('C-1', 'C 2')));
    await work();
    expect(await see(again)).toMatchObject({
      state: 'refused',
      lines: ['Nothing was registered:', expect.stringContaining('C 2')],
    });
    const ids = async (by: Console) => (await by.read(operatorWorks)).rows.map(({ id }) => id);
    expect((await ids(admin)).slice(0, 3)).toEqual([again, second, first]);
    expect(await ids(finance)).not.toContain(first);
    expect(await ids(finance)).toContain(second);
    expect(await ids(support)).toEqual([]);
    expect((await finance.ask('GET', `operator/work?id=${first}`)).status).toBe(404);
    expect((await admin.read(operatorWorks, `after=${second}`)).rows[0]!.id).toBe(first);
    const colleague = await openConsole(app, 'admin');
    expect(await see(first, colleague)).toMatchObject({ state: 'done' });
  });

  it('says so when it breaks off for good', async () => {
    const id = await startedBy(register(listOf('D-1')));
    const broken = { ...app.context, bus: { ...app.context.bus, publish: () => expect.fail('no bus') } };
    for (let tries = 0; tries < 3; tries += 1) {
      await work(broken);
      app.clock.advance(LEASE_MS);
    }
    expect(await see(id)).toMatchObject({ state: 'failed', lines: [expect.stringContaining('broke off')] });
  });
});
