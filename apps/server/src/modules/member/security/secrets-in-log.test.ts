import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { bearer, call, codeFor, formOf, mailsOf } from '../../../../test/people.ts';
import { createLog } from '../../../base/log.ts';

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await testApp({ log: createLog('trace', { write: (line: string) => void lines.push(line) }) as never });
});
afterAll(() => app.close());

it('no password, PIN, code, token, link or email reaches the log, whether things go well or not', async () => {
  const email = 'quiet.person@example.com';
  const secrets = { password: 'Quiet#Secret77', pin: '864209', wrongPassword: 'Loud#Secret99', wrongPin: '135790' };
  await call(app, 'POST', 'member/signup/request/code', { member_username: 'Quiet Person', member_email: email });
  const verify_code = await codeFor(app, email);
  const form = await formOf(app, email, {
    member_password: secrets.password,
    member_security_pin: secrets.pin,
    verify_code,
  });
  await call(app, 'POST', 'member/signup', form, { 'idempotency-key': 'quiet-key-1234' });
  await call(app, 'POST', 'member/login', { member_email: email, member_password: secrets.wrongPassword });
  const login = await call(app, 'POST', 'member/login', { member_email: email, member_password: secrets.password });
  const { accessToken, refreshToken } = login.body.result as unknown as { accessToken: string; refreshToken: string };
  for (const member_security_pin of [secrets.wrongPin, secrets.pin]) {
    const purchase = {
      package: 1,
      payment_method: 1,
      quantity: 1,
      amount1: '1000',
      amount2: '0',
      amount3: '0',
      member_security_pin,
    };
    await call(app, 'POST', 'package/purchase', purchase, {
      ...bearer(accessToken),
      'idempotency-key': `quiet-${member_security_pin}`,
    });
  }
  const refreshed = await call(app, 'POST', 'member/refresh', { refreshToken });
  app.clock.advance(11_000);
  await call(app, 'POST', 'member/refresh', { refreshToken });
  await call(app, 'POST', 'member/forgotPassword', { member_email: email });
  const link = /resetPassword\/(\S+)/.exec((await mailsOf(app)).map(({ text }) => text).join())?.[1];
  await call(app, 'GET', `member/redirect?id=${link}`);
  app.context.log.error(
    { email, refreshToken, body: form, err: new Error(`fault with ${email} and ${refreshToken}`) },
    'a fault',
  );

  const log = lines.join('\n');
  expect(lines.length).toBeGreaterThan(8);
  expect(log).toContain('"security":"refresh_reused"');
  const newToken = (refreshed.body.result as unknown as { refreshToken: string }).refreshToken;
  for (const secret of [
    ...Object.values(secrets),
    verify_code,
    accessToken,
    refreshToken,
    newToken,
    link!,
    email,
    'quiet.person',
    'Quiet Person',
  ]) {
    expect(secret.length).toBeGreaterThan(5);
    expect(log).not.toContain(secret);
  }
});
