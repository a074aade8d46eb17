import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { bearer, call, register, signIn, told } from '../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('the limit of a call is each member’s own, whatever address they share, and begins anew with the next minute', async () => {
  const [first, second] = [await register(app), await register(app)];
  const asked = async ({ accessToken }: { accessToken: string }, times: number) => {
    const answers = [];
    for (let n = 0; n < times; n += 1)
      answers.push(await call(app, 'GET', 'order/rewards/export', undefined, bearer(accessToken)));
    return answers;
  };
  const [one, other] = [await signIn(app, first), await signIn(app, second)];
  expect((await asked(one, 6)).map(told)).toEqual(Array(6).fill('200'));
  // Another session of the same member is the same member.
  for (const session of [one, await signIn(app, first)]) {
    const [refused] = await asked(session, 1);
    expect(told(refused!)).toBe('429 err_too_many');
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await asked(other, 1)).map(told)).toEqual(['200']);
  app.clock.advance(60_000);
  expect((await asked(one, 1)).map(told)).toEqual(['200']);
});
