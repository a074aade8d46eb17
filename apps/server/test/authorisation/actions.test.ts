import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_COMMANDS } from '../../src/operator/catalogue.ts';
import { isForConsole, type OperatorCommand } from '../../src/operator/command.ts';
import { testApp, type TestApp } from '../app.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { openConsole, resultOf, type Console } from '../operator/operators.ts';
import { bearer, call } from '../people.ts';
import { ACTORS, type Actor, type Items } from './authorisation-row.ts';
import { authorisationWorld, type AuthorisationWorld } from './authorisation-world.ts';
import { ACTIONS } from './console-table.ts';
import type { Headers } from './send-row.ts';

let app: TestApp;
let world: AuthorisationWorld;
let things: Readonly<Record<'own' | 'other', Items>>;
beforeAll(async () => {
  app = await testApp();
  world = await authorisationWorld(app);
  things = { own: await world.itemsOf(world.caller), other: await world.itemsOf(world.stranger, 'other') };
}, 120_000);
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

type There = (items: Items, email: string) => Record<string, string>;
const ofMember: There = (_, email) => ({ email });

/** What the actions of a noun name, of a member's things. */
const THERE: Readonly<Record<string, There>> = {
  member: ofMember,
  withdrawal: ({ withdrawal }, email) => ({ id: withdrawal, email }),
  nft: ({ nftWithdrawal }, email) => ({ id: nftWithdrawal, email }),
  ticket: ({ ticket }) => ({ id: ticket }),
  blessing: ({ pack }) => ({ id: pack }),
  community: ofMember,
  announcement: ({ announcement }) => ({ id: announcement }),
  device: ({ device }) => ({ serial: device }),
  operator: () => ({ email: 'finance@minerx.test' }),
  package: () => ({ id: '1' }),
  country: () => ({ id: '1' }),
  wallet: () => ({ network: 'BEP20', wallet: 'USDT' }),
};
/** Nothing of them is there: chains, payouts and what failed are none of a member's, and tested where they are made. */
const NOT_HERE = [
  'banner',
  'cold',
  'collection',
  'deposit',
  'fulfilment',
  'liquidity',
  'outbox',
  'payout',
  'prize',
  'staking-type',
];
/** Whose each is, is told below. */
const BY_WHOSE = ['proposal'];

const nounOf = (name: string): string => name.split(' ')[0]!;

/** Everything that an action asks for; what it names is there. */
const thereFor = (action: OperatorCommand, whose: 'own' | 'other'): Record<string, string> | null => {
  const there = THERE[nounOf(action.name)];
  if (there === undefined) return null;
  const owner = whose === 'own' ? world.caller : world.stranger;
  const named = Object.entries(there(things[whose], owner.email)).filter(([name]) => name in action.flags);
  return { ...missingFor(action), ...Object.fromEntries(named) };
};

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

it('knows of every noun that is named whether there is one here', () => {
  const nouns = new Set(ACTIONS.filter(({ isNaming }) => isNaming).map(({ name }) => nounOf(name)));
  expect([...nouns].sort()).toEqual([...Object.keys(THERE), ...NOT_HERE, ...BY_WHOSE].sort());
});

const headersOf = async (actor: Actor): Promise<Headers> => {
  if (actor === 'support' || actor === 'finance' || actor === 'admin')
    return { cookie: (await openConsole(app, actor)).cookie };
  if (actor === 'nobody') return {};
  if (actor !== 'expired') {
    const who = { memberA: world.caller, memberB: world.stranger, frozen: world.frozen }[actor];
    return bearer(await world.tokenOf(who));
  }
  const { cookie } = await openConsole(app, 'admin');
  await app.context.pool.query("UPDATE operator_session SET last_used_at = last_used_at - interval '31 minutes'");
  return { cookie };
};

/** So many are asked of within a minute, each in four ways. */
const AT_ONCE = 40;

// proves 7: every action of operators is for its roles alone
it.each(ACTORS)('each action, of what there is and of what is nowhere, as asked by %s', async (actor) => {
  const wrong: string[] = [];
  for (let from = 0; from < ACTIONS.length; from += AT_ONCE) {
    // Their second factor is shown anew, and the minute's share of questions begins.
    app.clock.advance(61_000);
    const headers = await headersOf(actor);
    for (const { name, roles, isNaming } of ACTIONS.slice(from, from + AT_ONCE)) {
      if (!isForConsole(findAction(name))) continue;
      const ask = async (values: Record<string, string>, thing = 'none'): Promise<string> => {
        const key = `${actor}-${name.replace(' ', '-')}-${thing}`;
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
      const missing = await ask(missingFor(findAction(name)), 'missing');
      if (!(may ? ['refused', 'err_not_found'] : shut).includes(missing)) wrong.push(`${name}, missing: ${missing}`);
      // Whom it is not for hears the same of what is there. For whom it is, it would be done: that is told where it is tested.
      for (const whose of may ? [] : (['own', 'other'] as const)) {
        const values = thereFor(findAction(name), whose);
        const answer = values === null ? missing : await ask(values, whose);
        if (answer !== missing) wrong.push(`${name}, ${whose}: ${answer}, not ${missing}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  await expectCoherentLedger(app.context.pool);
});

/** What becomes of a proposal: by whoever made it, by another, and of one that is nowhere. */
const OF_PROPOSALS = {
  'proposal agree': { own: 'refused', other: 'done', missing: 'refused' },
  'proposal decline': { own: 'done', other: 'done', missing: 'refused' },
} as const;

// proves 7: nobody agrees to what they have proposed
it('a proposal is agreed to by another alone, and taken back or declined by either', async () => {
  app.clock.advance(61_000);
  const consoles = { finance: await openConsole(app, 'finance'), admin: await openConsole(app, 'admin') };
  const propose = async (by: Console): Promise<string> => {
    const values = { email: world.caller.email, wallet: 'USDT', amount: '1', reason: 'x' };
    const said = resultOf(await by.run('member credit', values)).lines.join(' ');
    return /[0-9a-f-]{36}/.exec(said)![0];
  };
  const told: Record<string, Record<string, string>> = {};
  const right: typeof told = {};
  for (const [role, other] of [
    ['finance', 'admin'],
    ['admin', 'finance'],
  ] as const)
    for (const [action, cells] of Object.entries(OF_PROPOSALS)) {
      const ids = {
        own: await propose(consoles[role]),
        other: await propose(consoles[other]),
        missing: MISSING['id']!,
      };
      const cell: Record<string, string> = {};
      for (const [thing, id] of Object.entries(ids))
        cell[thing] = resultOf(await consoles[role].run(action, { id, reason: 'x' })).outcome;
      told[`${role}: ${action}`] = cell;
      right[`${role}: ${action}`] = cells;
    }
  expect(told).toEqual(right);
  await expectCoherentLedger(app.context.pool);
});
