import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import { addOperators, type Console, emailOf, openConsole, resultOf } from '../../test/operator/operators.ts';
import { register, told } from '../../test/people.ts';
import type { AskedKey } from '../ledger/answers.ts';
import { fingerprintOf } from '../ledger/fingerprint.ts';
import { onceApart } from '../ledger/once-apart.ts';
import { Refusal } from '../refusal.ts';

let app: TestApp;
let admin: Console;
let support: Console;
let member: string;

beforeAll(async () => {
  app = await testApp();
  await addOperators(app);
  member = (await register(app)).email;
  admin = await openConsole(app, 'admin');
  support = await openConsole(app, 'support');
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

describe('the answer under a key', () => {
  const note = { email: emailOf('support'), reason: 'left us' };
  const nobody = 'nobody@minerx.test';

  it('is a refusal where it was one, with its sentence', async () => {
    const ask = () => support.run('member redirect', { email: nobody, reason: 'x' }, 'redirect-0001');
    const first = resultOf(await ask());
    expect(first).toEqual({ outcome: 'refused', lines: [expect.stringContaining(nobody)] });
    expect(resultOf(await ask())).toEqual(first);
  });

  it('keeps no link that signs somebody in', async () => {
    const ask = () => support.run('member redirect', { email: member, reason: 'asked for help' }, 'redirect-0002');
    const [link] = resultOf(await ask()).lines;
    expect(link).toContain('/redirect?id=');
    expect(resultOf(await ask())).toEqual({ outcome: 'done', lines: ['What was shown here is shown once.'] });
    const { rows } = await app.context.pool.query(`SELECT answer::text FROM command WHERE key = 'redirect-0002'`);
    expect(rows[0].answer).not.toContain(link!.split('id=')[1]);
  });

  // proves 8: err_broken_off
  it('is not known where the process ended meanwhile, and nothing is done a second time', async () => {
    const { pool, clock } = app.context;
    const asked: AskedKey = {
      actor: 'operator:admin@minerx.test',
      name: 'operator disable',
      key: 'disable-0001',
      fingerprint: fingerprintOf(note),
    };
    await pool.query('INSERT INTO command (actor, name, key, fingerprint, at) VALUES ($1, $2, $3, $4, $5)', [
      ...Object.values(asked),
      new Date(clock.now() - 11 * 60_000),
    ]);
    expect(told(await admin.run(asked.name, note, asked.key))).toBe('409 err_broken_off');
    expect(told(await support.ask('GET', 'operator/session'))).toBe('200');
  });

  it('goes on where the first try was turned away for now, and stays once it is given', async () => {
    const { pool, clock } = app.context;
    const asked: AskedKey = {
      actor: 'operator:admin@minerx.test',
      name: 'x',
      key: 'turned-away',
      fingerprint: fingerprintOf({}),
    };
    const away = () => onceApart({ pool, clock }, asked, () => Promise.reject(new Refusal('err_too_many')));
    await expect(away()).rejects.toMatchObject({ code: 'err_too_many' });
    await expect(away()).rejects.toMatchObject({ code: 'err_too_many' });
    expect(await onceApart({ pool, clock }, asked, async () => ({ given: 'done' }))).toBe('done');
    expect(await onceApart({ pool, clock }, asked, async () => ({ given: 'again' }))).toBe('done');
    await expect(pool.query(`UPDATE command SET answer = NULL WHERE key = 'turned-away'`)).rejects.toThrow(
      'has its answer',
    );
  });

  it('is unknown after a fault: it is not done again under its key', async () => {
    const { pool, clock } = app.context;
    const asked: AskedKey = {
      actor: 'operator:admin@minerx.test',
      name: 'x',
      key: 'broke-off',
      fingerprint: fingerprintOf({}),
    };
    const broken = onceApart({ pool, clock }, asked, () => Promise.reject(new Error('the disk is full')));
    await expect(broken).rejects.toThrow('the disk is full');
    await expect(onceApart({ pool, clock }, asked, async () => ({ given: 'done' }))).rejects.toMatchObject({
      code: 'err_broken_off',
    });
  });
});
