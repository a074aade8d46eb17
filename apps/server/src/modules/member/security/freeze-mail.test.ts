import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { runShell } from '../../../../test/operator/shell.ts';
import { bearer, call, mailsOf, register, signIn, type Person } from '../../../../test/people.ts';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import { MAIL_TEXTS } from '../../mail/mail.texts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const WHEN = '20 November 2026 at 12:00 UTC';

const mailsTo = async ({ email }: Person) =>
  (await mailsOf(app))
    .filter(
      ({ to, subject }) => to?.some(({ address }) => address === email) && /frozen|open again/.test(subject ?? ''),
    )
    .map(({ subject, text }) => ({ subject, text: text ?? '' }));

const freezeOwn = (accessToken: string) =>
  call(app, 'POST', 'member/freeze/own', undefined, bearer(accessToken)).then(({ status }) => status);
const byOperator = (action: 'freeze' | 'unfreeze', { email }: Person) =>
  runShell(app.context, ['member', action, '--email', email, '--reason', 'asked by phone']);

/** Each way in which an account is frozen. */
const WAYS: Record<string, (person: Person) => Promise<unknown>> = {
  'the button of its member': async (person) => freezeOwn((await signIn(app, person)).accessToken),
  'the link of a letter': async (person) => {
    const before = (await mailsOf(app)).length;
    await signIn(app, person, 'A device that was not seen before');
    await signIn(app, person, 'Another');
    const id = (await mailsOf(app))
      .slice(before)
      .flatMap(({ text }) => /freezeAccount\/(\S+)/.exec(text ?? '')?.[1] ?? [])
      .at(-1);
    // Pressed again after an answer that got lost.
    for (let press = 0; press < 2; press += 1) await call(app, 'POST', 'member/freeze', { id });
  },
  'an operator': (person) => byOperator('freeze', person),
};

it.each(Object.entries(WAYS))(
  'a member is told once of an account that is frozen by %s, and of its opening',
  async (_, freeze) => {
    const person = await register(app);
    await freeze(person);
    await expect(signIn(app, person)).rejects.toThrow('err_account_frozen');
    const [frozen, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(frozen?.subject).toBe('Your MinerX account is frozen');
    for (const said of [WHEN, 'nobody can sign in', 'withdrawn', 'opens it again', app.context.env.brand.supportEmail])
      expect(frozen?.text).toContain(said);
    expect(frozen?.text).not.toContain('freezeAccount/');

    await byOperator('unfreeze', person);
    const [, opened, ...rest] = await mailsTo(person);
    expect(rest).toEqual([]);
    expect(opened?.subject).toBe('Your MinerX account is open again');
    expect(opened?.text).toContain(WHEN);
    // Whoever did not ask for it shuts it again.
    const again = await call(app, 'POST', 'member/freeze', { id: /freezeAccount\/(\S+)/.exec(opened!.text)?.[1] });
    expect(again.status).toBe(200);
    await expect(signIn(app, person)).rejects.toThrow('err_account_frozen');
  },
);

it('both letters are written in the language of the member', async () => {
  for (const language of LANGUAGE_CODES) {
    const person = await register(app);
    await app.context.pool.query('UPDATE member SET language = $2 WHERE id = $1', [person.memberId, language]);
    await byOperator('freeze', person);
    await byOperator('unfreeze', person);
    const subjects = (await mailsOf(app))
      .filter(({ to }) => to?.some(({ address }) => address === person.email))
      .map(({ subject }) => subject);
    const { account_frozen: frozen, account_unfrozen: opened } = MAIL_TEXTS[language];
    expect(subjects.slice(-2)).toEqual([frozen, opened].map(({ subject }) => subject.replace('{brand}', 'MinerX')));
  }
});

it('what is not carried out queues no letter', async () => {
  const person = await register(app);
  await byOperator('freeze', person);
  await byOperator('freeze', person).catch(() => undefined);
  expect(await mailsTo(person)).toHaveLength(1);
});
