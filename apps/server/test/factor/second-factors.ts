import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { codeOf } from '../operator/authenticator.ts';
import { bearer, call, somebody, type Answer, type Person, type Somebody } from '../people.ts';

/** A member's authenticator app: the code that it shows now, and the next one a step later. */
export interface Authenticator {
  recovery: string[];
  /** A code that was not shown yet: time passes until there is one. */
  next: () => string;
  /** The code of now. */
  now: () => string;
}

const STEP_MS = 30_000;

/** What the app makes of the secret of a draft. */
export const appOf =
  (app: TestApp, secret: string): (() => string) =>
  () =>
    codeOf(secret, app.clock.now());

/** Switches a second factor on as the security tab does. */
export const enrol = async (app: TestApp, person: Pick<Person, 'pin'>, token: string): Promise<Authenticator> => {
  const begun = await call(app, 'POST', 'member/factor/begin', {}, bearer(token));
  const { factor_secret, factor_draft } = begun.body.result as unknown as Record<string, string>;
  const now = appOf(app, factor_secret!);
  const body = { factor_draft, factor_code: now(), member_security_pin: person.pin };
  const added = await call(app, 'POST', 'member/factor/add', body, bearer(token));
  if (added.status !== 200) throw new Error(added.text);
  const { recovery_codes: recovery } = added.body.result as unknown as { recovery_codes: string[] };
  const next = () => {
    app.clock.advance(STEP_MS);
    return now();
  };
  return { recovery, next, now };
};

/** Posts as a member who shows this code, or none. */
export const postWith = (
  app: TestApp,
  token: string,
  path: string,
  body: object,
  code?: string,
  key: string = randomUUID(),
): Promise<Answer> =>
  call(app, 'POST', path, body, {
    ...bearer(token),
    'idempotency-key': key,
    ...(code === undefined ? {} : { 'x-second-factor': code }),
  });

export const signInWith = (app: TestApp, person: Pick<Person, 'email' | 'password'>, code?: string): Promise<Answer> =>
  call(
    app,
    'POST',
    'member/login',
    { member_email: person.email, member_password: person.password },
    code === undefined ? {} : { 'x-second-factor': code },
  );

/** Somebody with a second factor. */
export const enrolled = async (app: TestApp): Promise<{ who: Somebody; phone: Authenticator }> => {
  const who = await somebody(app);
  return { who, phone: await enrol(app, who, who.token) };
};
