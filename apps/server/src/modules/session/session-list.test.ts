import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, register, signIn, type Person } from '../../../test/people.ts';
import { unfreezeMember } from '../member/member-account.command.ts';
import { IDLE_MS } from './session.query.ts';

let app: TestApp;
let person: Person;
let other: Person;
beforeAll(async () => {
  app = await testApp();
  [person, other] = [await register(app), await register(app)];
});
afterAll(() => app.close());

interface Listed {
  id: string;
  session_device: string;
  session_current: boolean;
}
const devicesOf = async (accessToken: string): Promise<Listed[]> => {
  const { body } = await call(app, 'GET', 'member/sessions', undefined, bearer(accessToken));
  return (body.result as unknown as { sessions: Listed[] }).sessions;
};
const end = (accessToken: string, body: object) => call(app, 'POST', 'member/sessions/end', body, bearer(accessToken));
const isIn = async (accessToken: string) =>
  (await call(app, 'GET', 'member/profile', undefined, bearer(accessToken))).status === 200;

describe('the own account', () => {
  // proves 7: POST member/freeze/own (implied)
  it('is frozen by whoever is signed in: every session ends, and only operators open it again', async () => {
    const owner = await register(app);
    const [phone, laptop] = [await signIn(app, owner, 'Phone'), await signIn(app, owner, 'Laptop')];
    const bystander = await signIn(app, other, 'Bystander');
    const freeze = () => call(app, 'POST', 'member/freeze/own', undefined, bearer(phone.accessToken));
    expect((await freeze()).text).toBe('{"result":{}}');
    expect([await isIn(phone.accessToken), await isIn(laptop.accessToken)]).toEqual([false, false]);
    expect((await call(app, 'POST', 'member/refresh', { refreshToken: laptop.refreshToken })).status).toBe(401);
    expect(await isIn(bystander.accessToken)).toBe(true);
    await expect(signIn(app, owner)).rejects.toThrow('err_account_frozen');
    // Pressed again after an answer that got lost: nothing more is written.
    expect((await freeze()).status).toBe(401);
    const { rows } = await app.context.pool.query(
      `SELECT actor, reason FROM audit WHERE action = 'member.freeze' AND subject = $1`,
      [`member:${owner.memberId}`],
    );
    expect(rows).toEqual([{ actor: `member:${owner.memberId}`, reason: 'By its member, signed in' }]);
    await unfreezeMember(app.context, { memberId: owner.memberId, actor: 'operator:ana', reason: 'spoke with her' });
    await signIn(app, owner);
  });
});

describe('the devices of a member', () => {
  // proves 7: GET member/sessions (implied)
  it('are those that are signed in, the one that asks among them, and nobody else’s', async () => {
    const phone = await signIn(app, person, 'Phone');
    await signIn(app, other, 'Foreign');
    app.clock.advance(1000);
    const laptop = await signIn(app, person, 'Laptop');
    const listed = await devicesOf(laptop.accessToken);
    expect(listed.map((each) => [each.session_device, each.session_current])).toEqual([
      ['Laptop', true],
      ['Phone', false],
    ]);
    expect((await devicesOf(phone.accessToken)).map((each) => each.session_current)).toEqual([false, true]);
    expect(listed[0]).toMatchObject({
      session_address: '127.0.0.1',
      session_used_date: new Date(app.clock.now()).toISOString(),
    });
    await end(laptop.accessToken, {});
  });

  // proves 7: POST member/sessions/end (implied)
  it('are signed out one by one, or all but the one that asks', async () => {
    const [first, second, third] = [
      await signIn(app, person, 'First'),
      await signIn(app, person, 'Second'),
      await signIn(app, person, 'Third'),
    ];
    const mine = await devicesOf(first.accessToken);
    const ofSecond = mine.find((each) => each.session_device === 'Second')!.id;
    expect((await end(first.accessToken, { id: ofSecond })).body.result).toEqual({ ended: 1 });
    expect([await isIn(first.accessToken), await isIn(second.accessToken), await isIn(third.accessToken)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await call(app, 'POST', 'member/refresh', { refreshToken: second.refreshToken })).status).toBe(401);
    expect((await end(first.accessToken, { id: ofSecond })).body.err_code).toBe('err_not_found');

    const foreign = await signIn(app, other, 'Foreign');
    const [theirs] = await devicesOf(foreign.accessToken);
    expect((await end(first.accessToken, { id: theirs!.id })).body.err_code).toBe('err_not_found');
    const rest = (await devicesOf(first.accessToken)).length - 1;
    expect((await end(first.accessToken, {})).body.result).toEqual({ ended: rest });
    expect([await isIn(first.accessToken), await isIn(third.accessToken), await isIn(foreign.accessToken)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await devicesOf(first.accessToken)).map((each) => each.session_device)).toEqual(['First']);
  });

  it('are not those that nobody has used for a week', async () => {
    await signIn(app, person, 'Forgotten');
    app.clock.advance(IDLE_MS);
    const now = await signIn(app, person, 'Used');
    expect((await devicesOf(now.accessToken)).map((each) => each.session_device)).toEqual(['Used']);
  });
});
