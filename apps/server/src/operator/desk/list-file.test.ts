import { LIST_FILES, LIST_ROWS } from '@minerx/contract/operator/list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { openDesk, type Console } from '../../../test/operator/operators.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';

const FORMULA = '=HYPERLINK("http://x","y")';
const LINES = 2 * LIST_ROWS + 3;

let app: TestApp;
let admin: Console;
let support: Console;
beforeAll(async () => {
  ({ app, admin, support } = await openDesk('admin', 'support'));
  const line = {
    actor: 'job:test',
    action: 'test.done',
    reason: FORMULA,
    detail: { was: '-1', note: 'a, b' },
  } as const;
  const lines = Array.from({ length: LINES }, (_, made) => ({ ...line, subject: `thing:${made}` }));
  await inTransaction(app.context.pool, (tx) => appendAudit(tx, new Date(app.clock.now()), lines));
}, 60_000);
afterAll(() => app.close());

const fileOf = async ({ cookie }: Console, list: string, asked?: string) => {
  const query = new URLSearchParams({ list, ...(asked !== undefined && { asked }) });
  const { statusCode, payload } = await app.http.inject({
    url: `/api/operator/list-file?${query}`,
    headers: { cookie },
  });
  return { status: statusCode, text: payload };
};

describe('a list as a file', () => {
  // proves 7: GET operator/list-file
  it('has every row of every page by the filter of the list, and no cell is a formula', async () => {
    const { status, text } = await fileOf(admin, 'audit/all', 'actor=job:test');
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect([status, head, rows.length]).toEqual([200, 'id,at,actor,action,subject,reason,detail,holds', LINES]);
    const written = rows.map((row) => row.split(',').slice(2, 5).join());
    expect(written).toEqual(Array.from({ length: LINES }, (_, n) => `job:test,test.done,thing:${LINES - 1 - n}`));
    expect(rows[0]).toContain(`,"'=HYPERLINK(""http://x"",""y"")","{""was"":""-1"",""note"":""a, b""}",true`);
  });

  it('notes who took it along', async () => {
    await fileOf(admin, 'audit/all', 'action=test.done');
    const { rows } = await app.context.pool.query(
      `SELECT actor, subject, detail FROM audit WHERE action = 'operator.look' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([
      {
        actor: 'operator:admin@minerx.test',
        subject: 'list file',
        detail: { list: 'audit/all', asked: 'action=test.done' },
      },
    ]);
  });

  it('is of each list that may be taken along, with a column for each of its fields', async () => {
    const asked: Partial<Record<string, string>> = { 'price/history': 'id=nft-fee', 'voucher/all': 'batch=1' };
    for (const list of LIST_FILES) {
      app.clock.advance(61_000);
      const { status, text } = await fileOf(admin, list, asked[list]);
      expect([list, status, text.split('\r\n')[0]]).toEqual([list, 200, expect.stringMatching(/^\w+(,\w+)+$/)]);
    }
  });

  it('is refused as the list is: by role, by filter, and where nobody may take it along', async () => {
    const codeOf = async (who: Console, list: string, asked?: string) =>
      /"err_code":"(\w+)"/.exec((await fileOf(who, list, asked)).text)?.[1];
    expect(await codeOf(support, 'audit/all')).toBe('err_forbidden');
    expect(await codeOf(admin, 'audit/all', 'after=x')).toBe('err_page');
    expect(await codeOf(admin, 'deposit/all', 'state=nowhere')).toBe('err_validation');
    expect(await codeOf(admin, 'member/all')).toBe('err_validation');
  });
});
