import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { call, register } from '../../../test/people.ts';
import { createPool } from '../../db/pool.ts';
import { bindPasswords } from '../../start/bind-passwords.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const attempt = async (email: string, password: string) =>
  (await call(app, 'POST', 'member/login', { member_email: email, member_password: password })).status;

it('opens nobody else’s account with the hash of one’s own password, written there past the product', async () => {
  const thief = await register(app, { password: 'Thief#2026' });
  const victim = await register(app);
  await app.context.pool.query(
    'UPDATE member SET password_hash = (SELECT password_hash FROM member WHERE id = $1) WHERE id = $2',
    [thief.memberId, victim.memberId],
  );
  expect(await attempt(victim.email, thief.password)).toBe(401);
  expect(await attempt(thief.email, thief.password)).toBe(200);
});

it('binds what is there from before at a start, once, and takes no unbound hash from then on', async () => {
  const person = await register(app);
  const unbind = () =>
    app.context.pool.query(`UPDATE member SET password_hash = split_part(password_hash, '#', 1) WHERE id = $1`, [
      person.memberId,
    ]);
  await unbind();
  expect(await attempt(person.email, person.password)).toBe(401);
  const owner = createPool(app.database.ownerUrl, { max: 1 });
  for (const _start of [1, 2]) await bindPasswords(owner, app.context.env.pepper);
  await owner.end();
  expect(await attempt(person.email, person.password)).toBe(200);
  await expect(unbind()).rejects.toThrow('member_password_is_bound');
});
