import type { Call, ResultOf } from '@minerx/contract/call';
import type { OperatorRole } from '@minerx/contract/operator/role';
import { operatorWork, type OperatorWork } from '@minerx/contract/operator/work';
import type { Context } from '../../src/context.ts';
import { createPool } from '../../src/db/pool.ts';
import { drainOutbox } from '../../src/jobs/outbox.ts';
import { LONG_WORK } from '../../src/modules/operator/long-work.command.ts';
import { doLongWork } from '../../src/operator/long-work/long-work.ts';
import { demoTotp, seedDemoOperators } from '../../src/demo/demo-operators.ts';
import { DEMO_SIGN_IN } from '../../src/demo/demo-members.ts';
import { seedReference } from '../../src/seed/reference.ts';
import { testApp, type TestApp } from '../app.ts';
import { call, type Answer } from '../people.ts';
import { codeOf } from './authenticator.ts';

export const OPERATOR_PASSWORD = DEMO_SIGN_IN.password;
export const emailOf = (role: OperatorRole): string => `${role}@minerx.test`;
/** What the authenticator of an operator shows now. */
export const factorOf = ({ context, clock }: TestApp, role: OperatorRole): string =>
  codeOf(demoTotp(context.env, emailOf(role)).secret, clock.now());

/** One operator of each role, in a house whose prices and prizes are set: from then on that takes two. */
export const addOperators = async ({ context, clock }: TestApp): Promise<void> => {
  await seedReference(context.pool, clock);
  await seedDemoOperators(context);
};

/** Does alone what takes two, as only the owner of the database can. */
export const asOwner = async <T>(
  { context, database }: TestApp,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const pool = createPool(database.ownerUrl, { max: 2 });
  try {
    return await work({ ...context, pool });
  } finally {
    await pool.end();
  }
};

/** A signed-in console: its calls carry the cookie. */
export interface Console {
  /** As a header. */
  cookie: string;
  ask(method: 'GET' | 'POST', path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** What a page of the desk shows. @throws when it is refused */
  read<C extends Call>(page: C, query?: string): Promise<ResultOf<C>>;
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
  const { name: session, value } = cookies.find(({ name }) => name.endsWith('operator'))!;
  const cookie = `${session}=${value}`;
  const ask: Console['ask'] = (method, path, sent, headers = {}) =>
    call(app, method, path, sent, { cookie, ...headers });
  return {
    cookie,
    ask,
    read: async <C extends Call>({ method, path }: C, query = '') => {
      const answer = await ask(method, `${path}?${query}`);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body.result as ResultOf<C>;
    },
    run: (name, values = {}, key = `console-${(keys += 1)}`) =>
      ask('POST', 'operator/action', { name, values }, { 'idempotency-key': key }),
  };
};

/** A server with operators, and the consoles of these roles. */
export const openDesk = async <Role extends OperatorRole>(
  ...roles: readonly Role[]
): Promise<{ app: TestApp } & Record<Role, Console>> => {
  const app = await testApp();
  await addOperators(app);
  const consoles: [Role, Console][] = [];
  for (const role of roles) consoles.push([role, await openConsole(app, role)]);
  return { app, ...(Object.fromEntries(consoles) as Record<Role, Console>) };
};

/** What an action said that ran. */
export const resultOf = ({ body }: Answer) =>
  body.result as unknown as { outcome: string; lines: string[]; field?: string };

/** Does an action that takes long, as a worker would. @returns what came of it */
export const runLong = async (
  app: TestApp,
  desk: Console,
  name: string,
  values: Record<string, string> = {},
): Promise<OperatorWork> => {
  const { work } = resultOf(await desk.run(name, values)) as { work?: string };
  await drainOutbox(app.context, { [LONG_WORK]: (row) => doLongWork(app.context, row) });
  return desk.read(operatorWork, `id=${work}`);
};
