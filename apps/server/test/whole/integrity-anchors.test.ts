import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAuditHead } from '../../src/modules/integrity/audit-chain.query.ts';
import { createFileAnchor, createHeadFile } from '../../src/outside/anchor/file.ts';
import { integrityRound } from '../../src/jobs/integrity.ts';
import { openWatchedHouse, type WatchedHouse } from './watched-house.ts';

let house: WatchedHouse;
let { app, owner, credit, guard, hourly, shell, broken, ready, mails } = {} as WatchedHouse;
beforeEach(async () => {
  house = await openWatchedHouse();
  ({ app, owner, credit, guard, hourly, shell, broken, ready, mails } = house);
});
afterEach(() => house.close());

describe('the anchors of the audit log', () => {
  it('keep its newest line every hour, in a file and by mail, and only when there is a new one', async () => {
    await app.context.pool.query('DELETE FROM outbox');
    const { quick: job } = integrityRound(app.context);
    await job();
    await job();
    const file = await readFile(join(app.context.env.dataDir, 'audit-anchors.log'), 'utf8');
    const { rows } = await app.context.pool.query<{ id: bigint; hash: string }>(
      `SELECT id, encode(hash, 'hex') AS hash FROM audit ORDER BY id DESC LIMIT 1`,
    );
    expect(file).toMatch(new RegExp(`^\\S+ ${rows[0]!.id} ${rows[0]!.hash}\\n$`));
    expect(await mails()).toContain(`Audit log: line ${rows[0]!.id}`);
  });

  it('are missed when the end of the log is cut off, also by a log that goes on from there', async () => {
    await credit();
    await hourly();
    await owner.query('DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)');
    await credit();
    await guard();
    expect(await broken()).toContain('audit');
  });

  it('are missed within the hour: the guards note its end twice a minute, and never a log that was cut', async () => {
    await credit();
    await guard();
    await credit();
    await guard();
    const noted = await readFile(join(app.context.env.dataDir, 'audit-head.log'), 'utf8');
    await owner.query('DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)');
    await credit();
    await credit();
    await guard();
    expect(await ready()).toMatchObject({ payouts: 'frozen' });
    expect(await broken()).toContain('audit');
    await guard();
    expect(await readFile(join(app.context.env.dataDir, 'audit-head.log'), 'utf8')).toBe(noted);
    // What an operator has looked into is taken as it is, and noted from there on.
    await shell('payouts', 'open', '--reason', 'Looked into');
    await guard();
    expect(await ready()).toMatchObject({ payouts: 'open' });
    const [head] = await createHeadFile(app.context.env.dataDir).list();
    expect(head).toEqual(await findAuditHead(owner));
  });

  it('are made again once an operator has accepted a break, and say so; another break ends them', async () => {
    const anchors = async () => (await createFileAnchor(app.context.env.dataDir).list()).length;
    const { quick: job } = integrityRound(app.context);
    await job();
    expect(await anchors()).toBe(1);
    const falsify = (id: number) => owner.query(`UPDATE audit SET reason = reason || '!' WHERE id = ${id}`);
    await falsify(1);
    const later = async () => {
      app.clock.advance(61 * 60_000);
      await job();
    };
    await later();
    expect(await ready()).toMatchObject({ payouts: 'frozen' });
    expect(await anchors()).toBe(1);
    await shell('payouts', 'open', '--reason', 'Looked into');
    await later();
    expect(await ready()).toMatchObject({ payouts: 'open' });
    expect(await anchors()).toBe(2);
    const { rows } = await app.context.pool.query<{ text: string }>(
      `SELECT payload->>'text' AS text FROM outbox WHERE payload->>'subject' LIKE 'Audit log: line%' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]!.text).toMatch(/accepted that it does not hold: row 1 \([0-9a-f]{16}\)/);
    // The same row once more, and a row behind the accepted one.
    for (const id of [1, 2]) {
      await falsify(id);
      await credit();
      await later();
      expect(await ready()).toMatchObject({ payouts: 'frozen' });
      expect(await anchors()).toBe(id + 1);
      await shell('payouts', 'open', '--reason', 'Looked into');
      await later();
      expect(await anchors()).toBe(id + 2);
    }
  });

  it('are read past a line that a power cut left half', async () => {
    const anchor = createFileAnchor(app.context.env.dataDir);
    const head = { id: 7n, hash: 'ab'.repeat(32) };
    await anchor.put(head, new Date(0), []);
    await appendFile(join(app.context.env.dataDir, 'audit-anchors.log'), '2026-11-20T12:00:00.000Z 8 abab');
    const next = { id: 9n, hash: 'cd'.repeat(32) };
    await anchor.put(next, new Date(1), []);
    expect(await anchor.list()).toEqual([head, next]);
  });
});
