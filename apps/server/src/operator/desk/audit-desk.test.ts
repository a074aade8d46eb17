import { MINUTE_MS } from '@minerx/rules/duration';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { operatorAudit } from '@minerx/contract/operator/audit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { factorOf, openConsole, openDesk, runLong, type Console } from '../../../test/operator/operators.ts';
import { rowsRead } from '../../../test/whole/rows-read.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { listAudit, SEARCHED_LINES, searchAudit } from '../../modules/integrity/audit-log.query.ts';

let app: TestApp;
let admin: Console;
let support: Console;

beforeAll(async () => {
  ({ app, admin, support } = await openDesk('admin', 'support'));
  for (let made = 0; made < LIST_ROWS + 5; made += 1) {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + made * 3_600_000);
    const line = {
      actor: 'job:test',
      action: 'test.done',
      subject: `thing:${made % 2}`,
      reason: `round ${made}`,
    } as const;
    await inTransaction(app.context.pool, (tx) =>
      appendAudit(tx, at, [{ ...line, detail: { before: made, after: made + 1 } }]),
    );
  }
}, 60_000);
afterAll(() => app.close());

const list = (query: string) => admin.read(operatorAudit, query);
const chain = async () => (await runLong(app, admin, 'audit verify')).lines;

describe('the audit log on the desk', () => {
  // proves 7: GET operator/audit/all
  it('is searched by who, what, to what and when, page by page, each line verified', async () => {
    const first = await list('actor=job:test');
    const second = await list(`actor=job:test&after=${first.next}`);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([LIST_ROWS, 5, null]);
    expect(first.rows[0]).toMatchObject({
      actor: 'job:test',
      action: 'test.done',
      reason: `round ${LIST_ROWS + 4}`,
      detail: { before: LIST_ROWS + 4, after: LIST_ROWS + 5 },
      holds: true,
    });
    expect((await list('action=test.done&subject=thing:1')).rows).toHaveLength((LIST_ROWS + 5 - 1) / 2);
    const day = await list('actor=job:test&from=2026-01-02&to=2026-01-02');
    expect(day.rows.map(({ reason }) => reason)).toEqual(Array.from({ length: 24 }, (_, hour) => `round ${47 - hour}`));
    // An operator is found by the email alone.
    expect(
      (await list('actor=admin@minerx.test')).rows.every(({ actor }) => actor === 'operator:admin@minerx.test'),
    ).toBe(true);
    const wrong = await admin.ask('GET', 'operator/audit/all?after=x');
    expect([wrong.status, wrong.body.err_code]).toEqual([400, 'err_page']);
    expect((await support.ask('GET', 'operator/audit/all')).body.err_code).toBe('err_forbidden');
  });

  it('finds what two things are true of without reading what one of them is true of', async () => {
    const owner = new Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    await owner.query(`SET session_replication_role = replica;
      INSERT INTO audit (id, at, actor, action, subject, reason, detail, previous_hash, hash)
      SELECT 1000000 + n, now(), 'job:' || n % 2, 'crowd.' || n % 2, 'crowd:' || n % 2, '', '{}', sha256(n::text::bytea), sha256(('h' || n)::bytea)
        FROM generate_series(1, 20000) n;
      ANALYZE audit`);
    const readOf = (asked: object) => rowsRead(app.context.pool, ['audit'], (db) => listAudit(db, asked));
    for (const never of [
      { actor: 'job:0', action: 'crowd.1' },
      { actor: 'job:0', subject: 'crowd:1' },
      { action: 'crowd.0', subject: 'crowd:1' },
    ])
      expect(await readOf(never)).toBeLessThan(LIST_ROWS);
    expect(await readOf({ actor: 'job:1', action: 'crowd.1' })).toBeLessThan(10 * LIST_ROWS);
    const found = await listAudit(app.context.pool, { actor: 'job:1', action: 'crowd.1', after: 1_010_001n });
    expect([found.length, found[0]!.id]).toEqual([LIST_ROWS + 1, 1_009_999n]);
    await owner.query('SET session_replication_role = replica; DELETE FROM audit WHERE id > 1000000');
    await owner.end();
  });

  it('is searched by words, as parts of others too, with what else it is narrowed down by', async () => {
    const reasons = async (query: string) => (await list(query)).rows.map(({ reason }) => reason);
    // Of the one before it the detail says so: what it became.
    expect(await reasons('actor=job:test&words=ROUND+17')).toEqual(['round 17', 'round 16']);
    expect(await reasons('words=round+est.do+17')).toEqual(['round 17', 'round 16']);
    expect(await reasons('words=ound+18&subject=thing:0')).toEqual(['round 18']);
    expect(await reasons('words=ound+18&subject=thing:1')).toEqual(['round 17']);
    expect(await reasons('words=round+18&action=test.done&subject=thing:0&from=2026-01-01&to=2026-01-01')).toEqual([
      'round 18',
    ]);
    // Signs of patterns are signs.
    expect(await reasons('words=r_und')).toEqual([]);
    expect(await reasons('words=round%25')).toEqual([]);
    const first = await list('words=test.done');
    const second = await list(`words=test.done&after=${first.next}`);
    expect([first.rows.length, second.rows.length, second.next, second.searched_to]).toEqual([
      LIST_ROWS,
      5,
      null,
      null,
    ]);
    expect(first.rows.every(({ holds }) => holds)).toBe(true);
  });

  it('looks at so many lines for words and says how far back, however rare they are', async () => {
    const owner = new Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    await owner.query(`SET session_replication_role = replica;
      INSERT INTO audit (id, at, actor, action, subject, reason, detail, previous_hash, hash)
      SELECT 1000000 + n, '2026-11-20'::timestamptz + n * interval '1 second', 'job:' || n % 2, 'crowd.' || n % 2, 'crowd:' || n % 2,
             CASE n WHEN 100 THEN 'a needle' ELSE 'hay' END, '{}', sha256(n::text::bytea), sha256(('h' || n)::bytea)
        FROM generate_series(1, ${3 * SEARCHED_LINES}) n;
      ANALYZE audit`);
    const readOf = (asked: object, word: string) =>
      rowsRead(app.context.pool, ['audit'], (db) => searchAudit(db, asked, [word]));
    for (const asked of [
      {},
      { actor: 'job:0' },
      { actor: 'job:0', action: 'crowd.0' },
      { actor: 'job:0', action: 'crowd.1' },
    ])
      for (const word of ['needle', 'hay', 'nowhere'])
        expect(await readOf(asked, word)).toBeLessThanOrEqual(2 * SEARCHED_LINES + 3 * LIST_ROWS);
    const searched = [];
    for (let after = ''; ;) {
      const page = await list(`words=needle${after}`);
      searched.push(...page.rows.map(({ id }) => id));
      if (page.next === null) break;
      expect(page.searched_to).toMatch(/^2026-11-20T/);
      after = `&after=${page.next}`;
    }
    expect(searched).toEqual(['1000100']);
    await owner.query('SET session_replication_role = replica; DELETE FROM audit WHERE id > 1000000');
    await owner.end();
  });

  it('is unbroken, and says which line is not when somebody changed one', async () => {
    expect(await chain()).toEqual([expect.stringMatching(/^Unbroken: \d+ lines, 0 noted outside\.$/)]);
    const [line] = (await list('actor=job:test')).rows;
    const owner = new Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    const forge = (set: string) =>
      owner.query(`SET session_replication_role = replica; UPDATE audit SET ${set} WHERE id = ${line!.id}`);
    const holding = async () => (await list('actor=job:test')).rows.find(({ id }) => id === line!.id)!.holds;
    // By less than what is hashed of a moment.
    await forge(`at = at + interval '1 microsecond'`);
    expect([await holding(), (await chain())[0]]).toEqual([false, expect.stringMatching(/^Broken: row/)]);
    await forge(`at = at - interval '1 microsecond'`);
    expect(await holding()).toBe(true);
    await forge(`reason = 'forged'`);
    await owner.end();
    expect(await chain()).toEqual([
      expect.stringMatching(new RegExp(`^Broken: row ${line!.id} \\([0-9a-f]{16}\\)$`)),
      'The log does not hold: 1 row broken.',
    ]);
    const shown = (await list('actor=job:test')).rows;
    expect(shown.filter(({ holds }) => !holds).map(({ id }) => id)).toEqual([line!.id]);
  });
});

it('says when an operator came, showed the second factor again, and left', async () => {
  const finance = await openConsole(app, 'finance');
  app.clock.advance(30_000);
  expect((await finance.ask('POST', 'operator/step-up', { factor: factorOf(app, 'finance') })).status).toBe(200);
  expect((await finance.ask('POST', 'operator/sign-out', {})).status).toBe(200);
  const { rows } = await list('actor=finance@minerx.test');
  expect(rows.map(({ action }) => action)).toEqual(['operator.sign_out', 'operator.step_up', 'operator.sign_in']);
});

const looks = async () => {
  const { rows } = await app.context.pool.query<{ subject: string; detail: Record<string, string> }>(
    `SELECT subject, detail FROM audit WHERE action = 'operator.look' AND actor = 'operator:support@minerx.test' ORDER BY id`,
  );
  return rows.map(({ subject, detail }) => ({ [subject]: detail }));
};

describe('looks at personal data', () => {
  it('of a list leave one line for what was asked, however often, and another once it was long ago', async () => {
    const ask = async (path: string) => {
      const { status, text } = await support.ask('GET', `operator/${path}`);
      if (status !== 200) throw new Error(`${path}: ${text}`);
    };
    const withdrawals = ['withdrawal/all?state=review', 'withdrawal/all?state=ended&member=nobody@x.org'];
    for (const path of [...withdrawals, 'nft/all', 'deposit/all', 'ticket/all', 'fulfilment/all', ...withdrawals])
      await ask(path);
    const once = [
      { 'withdrawal list': { state: 'review' } },
      { 'withdrawal list': { state: 'ended', member: 'nobody@x.org' } },
      { 'nft list': { state: 'pending' } },
      { 'deposit list': { state: 'all' } },
      { 'ticket list': { state: 'waiting' } },
      { 'fulfilment list': {} },
    ];
    expect(await looks()).toEqual(once);
    // What is nobody's leaves none.
    await ask('device/all');
    await ask('waiting');
    expect(await looks()).toEqual(once);
    app.clock.advance(16 * MINUTE_MS);
    await ask('nft/all');
    expect(await looks()).toEqual([...once, { 'nft list': { state: 'pending' } }]);
  });
});
