import { randomUUID } from 'node:crypto';
import { TERMS_VERSION, TERMS_VERSIONS } from '@minerx/rules/terms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, codeFor, formOf, register, signIn, type Person } from '../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const acceptancesOf = async (memberId: bigint) => {
  const { rows } = await app.context.pool.query<{ version: number; language: string; at: Date }>(
    'SELECT version, language, at FROM terms_acceptance WHERE member_id = $1 ORDER BY version',
    [memberId],
  );
  return rows;
};
/** Somebody who signed up before agreements were kept. */
const earlierMember = async (): Promise<Person & { memberId: bigint }> => {
  const person = await register(app);
  const owner = createPool(app.database.ownerUrl, { max: 1 });
  await owner.query('DELETE FROM terms_acceptance WHERE member_id = $1', [person.memberId]);
  await owner.end();
  return person;
};

describe('the terms in force', () => {
  // proves 7: GET system/terms (implied)
  it('say their version, their day, the hours that operators have set, and who operates', async () => {
    const { body } = await call(app, 'GET', 'system/terms');
    expect(body.result).toEqual({
      terms_version: TERMS_VERSION,
      terms_date: TERMS_VERSIONS[0].from,
      withdrawal_hold_hours: 24,
      operator: null,
    });
    await app.context.pool.query(
      `INSERT INTO setting (key, value) VALUES ('withdrawal_address_hold_hours', '36') ON CONFLICT (key) DO UPDATE SET value = '36'`,
    );
    // Made once: the database is asked again when an operator has changed it.
    expect((await call(app, 'GET', 'system/terms')).body.result).toMatchObject({ withdrawal_hold_hours: 24 });
    app.context.bus.publish('settings_changed', { key: 'withdrawal_address_hold_hours' });
    expect((await call(app, 'GET', 'system/terms')).body.result).toMatchObject({ withdrawal_hold_hours: 36 });
  });

  it('have a version for every change, the newest first', () => {
    const versions = TERMS_VERSIONS.map(({ version }) => version);
    expect(versions).toEqual(Array.from(versions, (_, place) => versions.length - place));
    const days = TERMS_VERSIONS.map(({ from }) => from);
    expect(days).toEqual(days.toSorted().reverse());
  });
});

describe('agreeing to the terms', () => {
  // proves 5: signup: the version of the terms is kept
  it('at sign-up keeps the version, the moment and the language', async () => {
    const { memberId } = await register(app);
    expect(await acceptancesOf(memberId)).toEqual([
      { version: TERMS_VERSION, language: 'en', at: new Date(app.clock.now()) },
    ]);
  });

  // proves 8: err_terms_changed
  it('at sign-up is refused for a version that is not in force, and nobody is registered', async () => {
    const email = 'yesterday@example.com';
    await call(app, 'POST', 'member/signup/request/code', { member_username: 'Aisyah Tan', member_email: email });
    const form = await formOf(app, email, { verify_code: await codeFor(app, email), language: 'gr' });
    const signUp = (terms_version: number) =>
      call(app, 'POST', 'member/signup', { ...form, terms_version }, { 'idempotency-key': randomUUID() });
    const refused = await signUp(TERMS_VERSION - 1);
    expect([refused.status, refused.body.err_code]).toEqual([422, 'err_terms_changed']);
    expect(refused.body.err_fields).toEqual({ terms_version: 'err_terms_changed' });
    expect((await signUp(TERMS_VERSION)).status).toBe(200);
    const { rows } = await app.context.pool.query<{ id: bigint }>('SELECT id FROM member WHERE email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(await acceptancesOf(rows[0]!.id)).toMatchObject([{ version: TERMS_VERSION, language: 'gr' }]);
  });

  // proves 7: POST member/terms (implied)
  it('later is told in the profile, and the first time stands', async () => {
    const person = await earlierMember();
    const headers = bearer((await signIn(app, person)).accessToken);
    const agreedTo = async () => (await call(app, 'GET', 'member/profile', undefined, headers)).body.result!['member']!;
    expect(await agreedTo()).toMatchObject({ member_terms_version: null });
    const agree = (terms_version: number, language: string) =>
      call(app, 'POST', 'member/terms', { terms_version, language }, headers);
    expect((await agree(TERMS_VERSION - 1, 'th')).body.err_code).toBe('err_terms_changed');
    expect((await agree(TERMS_VERSION + 1, 'th')).body.err_code).toBe('err_terms_changed');
    expect(await agreedTo()).toMatchObject({ member_terms_version: null });

    expect((await agree(TERMS_VERSION, 'th')).text).toBe('{"result":{}}');
    const at = new Date(app.clock.now());
    app.clock.advance(60_000);
    expect((await agree(TERMS_VERSION, 'en')).status).toBe(200);
    expect(await acceptancesOf(person.memberId)).toEqual([{ version: TERMS_VERSION, language: 'th', at }]);
    expect(await agreedTo()).toMatchObject({ member_terms_version: TERMS_VERSION });
  });

  it('is history: the app cannot change or remove it', async () => {
    for (const statement of ['UPDATE terms_acceptance SET version = 9', 'DELETE FROM terms_acceptance'])
      await expect(app.context.pool.query(statement)).rejects.toThrow('permission denied');
  });
});
