import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_COMMANDS } from '../../src/operator/catalogue.ts';
import { isForConsole, type OperatorCommand } from '../../src/operator/command.ts';
import { testApp, type TestApp } from '../app.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { addOperators, openConsole } from '../operator/operators.ts';
import { bearer, call, register, signIn } from '../people.ts';
import { ACTORS, type Actor } from './authorisation-row.ts';
import { ACTIONS } from './console-table.ts';
import type { Headers } from './send-row.ts';

let app: TestApp;
let member: Headers;
beforeAll(async () => {
  app = await testApp();
  await addOperators(app);
  member = bearer((await signIn(app, await register(app))).accessToken);
}, 60_000);
afterAll(() => app.close());

const MISSING: Readonly<Record<string, string>> = {
  email: 'nobody@example.com',
  id: '01900000-0000-7000-8000-000000000000',
  serial: 'NOSUCH',
  network: 'NOSUCH',
  hash: `0x${'ab'.repeat(32)}`,
};
const OF_KIND = {
  text: 'x',
  amount: '1',
  whole: '32000',
  day: '2020-01-01',
  moment: '2020-01-01 00:00',
  wallet: 'USDT',
  choice: 'x',
  file: 'x',
  path: 'x',
};

/** Everything that an action asks for; what it names is nowhere. */
const missingFor = ({ flags }: OperatorCommand): Record<string, string> =>
  Object.fromEntries(
    Object.entries(flags)
      .filter(([, { required }]) => required)
      .map(([name, { kind }]) => [name, (kind === 'text' ? MISSING[name] : undefined) ?? OF_KIND[kind]]),
  );

const findAction = (name: string): OperatorCommand => OPERATOR_COMMANDS.find((each) => each.name === name)!;

it('is declared for every action, and for nothing else', () => {
  const [declared, known] = [ACTIONS, OPERATOR_COMMANDS].map((all) => all.map(({ name }) => name).sort());
  expect(declared).toEqual(known);
  expect(new Set(declared).size).toBe(declared!.length);
});

/** What they name need not be there: they make it. */
const MAKING = ['operator invite', 'rank set'];

it('names what there has to be wherever an id, an email or a serial is asked for', () => {
  const naming = OPERATOR_COMMANDS.filter(({ flags }) =>
    ['id', 'email', 'serial', 'token'].some((name) => flags[name]?.required),
  );
  const declared = new Set(ACTIONS.filter(({ isNaming }) => isNaming).map(({ name }) => name));
  expect(naming.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual(MAKING);
});

const headersOf = async (actor: Actor): Promise<Headers> => {
  if (actor === 'support' || actor === 'finance' || actor === 'admin')
    return { cookie: (await openConsole(app, actor)).cookie };
  if (actor !== 'expired') return actor === 'nobody' ? {} : member;
  const { cookie } = await openConsole(app, 'admin');
  await app.context.pool.query("UPDATE operator_session SET last_used_at = last_used_at - interval '31 minutes'");
  return { cookie };
};

// proves 7: every action of operators is for its roles alone
it.each(ACTORS)('each action, of what there is and of what is nowhere, as asked by %s', async (actor) => {
  const wrong: string[] = [];
  for (const half of [ACTIONS.slice(0, 70), ACTIONS.slice(70)]) {
    // Their second factor is shown anew, and the minute's share of questions begins.
    app.clock.advance(61_000);
    const headers = await headersOf(actor);
    for (const { name, roles, isNaming } of half) {
      if (!isForConsole(findAction(name))) continue;
      const ask = async (values: Record<string, string>): Promise<string> => {
        const key = `${actor}-${name.replace(' ', '-')}-${Object.keys(values).length}`;
        const asked = { ...headers, 'idempotency-key': key };
        const { status, body } = await call(app, 'POST', 'operator/action', { name, values }, asked);
        return status === 200 ? (body.result as unknown as { outcome: string }).outcome : body.err_code!;
      };
      const may = (roles as readonly string[]).includes(actor);
      const isOperator = ['support', 'finance', 'admin'].includes(actor);
      const shut = isOperator ? ['err_forbidden'] : ['err_unauthorised'];
      const answers = await ask({});
      if (!(may ? ['done', 'started', 'refused'] : shut).includes(answers)) wrong.push(`${name}: ${answers}`);
      if (!isNaming) continue;
      const missing = await ask(missingFor(findAction(name)));
      if (!(may ? ['refused', 'err_not_found'] : shut).includes(missing)) wrong.push(`${name}, missing: ${missing}`);
    }
  }
  expect(wrong).toEqual([]);
  await expectCoherentLedger(app.context.pool);
});
