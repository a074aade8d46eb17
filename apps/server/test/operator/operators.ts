import type { OperatorRole } from '@minerx/contract/operator/role';
import { demoTotp, seedDemoOperators } from '../../src/demo/demo-operators.ts';
import { DEMO_SIGN_IN } from '../../src/demo/demo-members.ts';
import type { TestApp } from '../app.ts';
import { call, type Answer } from '../people.ts';
import { codeOf } from './authenticator.ts';

export const OPERATOR_PASSWORD = DEMO_SIGN_IN.password;
export const emailOf = (role: OperatorRole): string => `${role}@minerx.test`;
/** What the authenticator of an operator shows now. */
export const factorOf = ({ context, clock }: TestApp, role: OperatorRole): string =>
  codeOf(demoTotp(context.env, emailOf(role)).secret, clock.now());

/** One operator of each role. */
export const addOperators = ({ context }: TestApp): Promise<void> => seedDemoOperators(context);

/** A signed-in console: its calls carry the cookie. */
export interface Console {
  /** As a header. */
  cookie: string;
  ask(method: 'GET' | 'POST', path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Runs an action under a key of its own, or the one given. */
  run(name: string, values?: Record<string, string>, key?: string): Promise<Answer>;
}

let keys = 0;

export const openConsole = async (app: TestApp, role: OperatorRole): Promise<Console> => {
  // No code is good twice: the next one is waited for.
  app.clock.advance(30_000);
  const body = { email: emailOf(role), password: OPERATOR_PASSWORD, factor: factorOf(app, role) };
  const { status, cookies, text } = await call(app, 'POST', 'operator/sign-in', body);
  if (status !== 200) throw new Error(text);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const ask: Console['ask'] = (method, path, sent, headers = {}) =>
    call(app, method, path, sent, { cookie, ...headers });
  return {
    cookie,
    ask,
    run: (name, values = {}, key = `console-${(keys += 1)}`) =>
      ask('POST', 'operator/action', { name, values }, { 'idempotency-key': key }),
  };
};

/** What an action said that ran. */
export const resultOf = ({ body }: Answer) => body.result as unknown as { outcome: string; lines: string[] };
