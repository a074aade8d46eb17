import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import {
  bearer,
  call,
  codeFor,
  formOf,
  mailsOf,
  PASSWORD,
  PIN,
  register,
  signIn as startOf,
} from '../../../test/people.ts';
import { installAnswers, rememberCaller } from '../../http/answer.ts';
import { refuse } from '../../refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const EMAIL = 'anna@example.com';
const speaks = (language: string) => ({ 'accept-language': language });
/** The tag that the last mail to the address says it is written in. */
const lastMail = async (email = EMAIL) => {
  const mail = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === email)).at(-1);
  return { language: /<html lang="([\w-]+)"/.exec(mail?.html ?? '')?.[1], subject: mail?.subject };
};
const signIn = async (language: string, userAgent: string) => {
  const body = { member_email: EMAIL, member_password: PASSWORD };
  const answer = await call(app, 'POST', 'member/login', body, { ...speaks(language), 'user-agent': userAgent });
  expect(answer.status).toBe(200);
  return bearer((answer.body.result as unknown as { accessToken: string }).accessToken);
};
const forgot = async (headers: Record<string, string>, more: object = {}) => {
  app.clock.advance(120_000);
  expect((await call(app, 'POST', 'member/forgotPassword', { member_email: EMAIL, ...more }, headers)).status).toBe(
    200,
  );
  return (await lastMail()).language;
};

describe('mails', () => {
  // proves 7: language: Accept-Language decides until a member has chosen
  it('follow the header of a client that knows no field for it', async () => {
    const asked = { member_username: 'Anna Schmidt', member_email: EMAIL };
    await call(app, 'POST', 'member/signup/request/code', asked, speaks('de-AT, en;q=0.5'));
    expect((await lastMail()).language).toBe('de');
    const form = await formOf(app, EMAIL, {
      member_detail_fullname: 'Anna Schmidt',
      verify_code: await codeFor(app, EMAIL),
    });
    const key = { 'idempotency-key': 'language-signup' };
    expect((await call(app, 'POST', 'member/signup', form, { ...key, ...speaks('de-AT, en;q=0.5') })).status).toBe(200);
    app.clock.advance(61_000);
    await call(app, 'POST', 'member/signup/request/code', asked, speaks('eo'));
    expect((await lastMail()).language, 'of the account that exists already').toBe('de');
  });

  it('follow each request until a member has chosen', async () => {
    expect(await forgot(speaks('ko-KR'))).toBe('ko');
    expect(await forgot({})).toBe('de');
    expect(await forgot(speaks('ko-KR'), { language: 'vi' }), 'a field says it more clearly').toBe('vi');
    app.clock.advance(3_600_000);
    await signIn('pt-BR', 'first');
    expect((await lastMail()).language).toBe('pt');
    app.clock.advance(1000);
    await signIn('es', 'second device');
    expect((await lastMail()).language, 'about a sign-in from a new device').toBe('es');
  });

  // proves 7: POST member/language (implied)
  it('follow the choice of a member from the next one on, whatever a request asks for', async () => {
    const token = await signIn('es', 'second device');
    expect((await call(app, 'POST', 'member/language', { language: 'ch' }, token)).body).toEqual({ result: {} });
    expect(await forgot(speaks('ko-KR'))).toBe('zh-Hant');
    await signIn('ko', 'third device');
    expect((await lastMail()).language).toBe('zh-Hant');
    await call(app, 'POST', 'member/modifyWithdraw/request/code', { member_security_pin: PIN }, token);
    expect((await lastMail()).language).toBe('zh-Hant');
    await call(app, 'POST', 'member/language', { language: 'en' }, token);
    expect(await forgot(speaks('ko-KR'))).toBe('en');
  });

  it('are in one of the ten', async () => {
    const token = await signIn('es', 'second device');
    const { status, body } = await call(app, 'POST', 'member/language', { language: 'eo' }, token);
    expect([status, body.err_fields]).toEqual([400, { language: 'err_format' }]);
  });
});

describe('refusals', () => {
  const messageOf = async (headers: Record<string, string>) =>
    ((await call(app, 'GET', 'member/profile', undefined, headers)).body as { err_msg?: string }).err_msg;

  it('say their sentence in the language that the request asks for, in English otherwise', async () => {
    const english = await messageOf({});
    expect(english).toBe('Please sign in.');
    expect(await messageOf(speaks('eo'))).toBe(english);
    const told = await Promise.all(
      ['de', 'zh-CN', 'zh-TW', 'ko', 'vi', 'th', 'pt', 'ms', 'es'].map((tag) => messageOf(speaks(tag))),
    );
    expect(new Set([english, ...told]).size).toBe(10);
  });

  it('follow the choice of who is signed in, whatever the request asks for, and the request before there is a choice', async () => {
    const other = await register(app);
    const { accessToken } = await startOf(app, other);
    const said = async (header: Record<string, string>) => {
      const { status, body } = await call(
        app,
        'POST',
        'member/language',
        { language: 'eo' },
        { ...header, ...bearer(accessToken) },
      );
      expect(status).toBe(400);
      return (body as { err_msg?: string }).err_msg;
    };
    const korean = await said(speaks('ko'));
    const german = await said(speaks('de'));
    expect(korean).not.toBe(german);
    await call(app, 'POST', 'member/language', { language: 'gr' }, bearer(accessToken));
    expect([await said(speaks('ko')), await said({})]).toEqual([german, german]);
    await call(app, 'POST', 'member/language', { language: 'kr' }, bearer(accessToken));
    expect(await said(speaks('de'))).toBe(korean);
    // Nobody is signed in: the request decides.
    expect(await messageOf(speaks('de'))).not.toBe(await messageOf(speaks('ko')));
  });

  it('are told without reading the choice when the database is what is missing', async () => {
    const asked: boolean[] = [];
    const http = Fastify();
    installAnswers(http, app.context, async (_member, mayAsk) => (asked.push(mayAsk), 'gr'));
    http.get('/:code', (request) => {
      rememberCaller(request, 1n);
      return refuse((request.params as { code: 'err_not_found' }).code);
    });
    expect((await http.inject('/err_not_found')).json().err_msg).not.toBe('Not found.');
    await http.inject('/err_unavailable');
    expect(asked).toEqual([true, false]);
    await http.close();
  });
});
