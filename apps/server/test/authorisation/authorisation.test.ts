import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decidedBy } from '@minerx/contract/decided';
import { testApp, type TestApp } from '../app.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { unfreezeMember } from '../../src/modules/member/member-account.command.ts';
import { openConsole } from '../operator/operators.ts';
import { bearer, clearCounts, formOf, PASSWORD, PIN } from '../people.ts';
import { ACTORS, THINGS, type Actor, type Items, type Row, type Thing } from './authorisation-row.ts';
import { FREEZES, NAMES_NOTHING, OPEN_ROUTES, table } from './authorisation-table.ts';
import { authorisationWorld, fresh, type AuthorisationWorld } from './authorisation-world.ts';
import { nameOf, routeOf, sender, type Answered, type Headers } from './send-row.ts';

let app: TestApp;
let world: AuthorisationWorld;
let rows: readonly Row[];
let send: ReturnType<typeof sender>;

beforeAll(async () => {
  app = await testApp();
  giveHealth();
  world = await authorisationWorld(app);
  rows = table(await formOf(app, 'nobody@example.com'), { password: PASSWORD, pin: PIN });
  send = sender(app);
}, 120_000);
afterAll(() => app.close());

/** Sources answer nothing here, but the health page tells of them. */
const giveHealth = (): void => {
  const { outside } = app.context;
  const health = () => ({
    sourceId: 'x',
    simulated: true,
    answered: 0,
    failed: {},
    lastAnswerAt: null,
    lastFailureAt: null,
    lastFailure: null,
  });
  const awake = <T extends object>(source: T): T =>
    new Proxy(source, { get: (from, name) => (name === 'health' ? health : Reflect.get(from, name)) });
  const { pool, network, market } = outside;
  Object.assign(outside, { pool: awake(pool), network: awake(network), market: awake(market), secondMarket: null });
};

/** Fields by which a call names something that there has to be. */
const NAMES = new Set(['id', 'serial', 'day', 'batch', 'key', 'member_username', 'recipient', 'voucher_code']);

const namesIn = ({ query, body }: TestApp['routes'][number]['call']): string[] =>
  [query, body].flatMap((schema) => Object.keys((schema?._zod.def as { shape?: object } | undefined)?.shape ?? {}));

/** The paths of Fastify's printed tree: every line goes on from the one that it is indented under. */
const pathsOf = (tree: string): string[] => {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)( \()?/.exec(line) ?? [];
    if (part === undefined) return [];
    const depth = indent!.length / 4;
    above.splice(depth, above.length, part);
    return methods ? [above.join('')] : [];
  });
};

const leaks = (text: string, markers: readonly string[]): string[] => markers.filter((marker) => text.includes(marker));
const resultIn = ({ text }: Answered): string => JSON.stringify((JSON.parse(text) as { result: unknown }).result);
const bearerOf = async (who: AuthorisationWorld['caller']): Promise<Headers> => bearer(await world.tokenOf(who));

describe('who may call what', () => {
  it('is declared for every route, and for nothing else', () => {
    const declared = [...new Set(rows.map(({ route }) => route))].sort();
    expect(app.routes.map(({ call }) => routeOf(call)).sort()).toEqual(declared);
  });

  it('is asked of what is nowhere too, wherever something is named', () => {
    const naming = rows.filter((row) => namesIn(send.routeFor(row).call).some((name) => NAMES.has(name)));
    expect(naming.length).toBeGreaterThan(40);
    const asksNowhere = ({ cells }: Row): boolean => ACTORS.some((actor) => cells[actor].missing !== null);
    const undeclared = [...Map.groupBy(naming, ({ route }) => route)].filter(([, ways]) => !ways.some(asksNowhere));
    expect(undeclared.map(([route]) => route).sort()).toEqual(Object.keys(NAMES_NOTHING).sort());
  });

  it('is known of every other route of the API too', () => {
    const known = new Set([...app.routes.map(({ call }) => `/api/${call.path}`), ...Object.keys(OPEN_ROUTES)]);
    const mounted = pathsOf(app.http.printRoutes({ commonPrefix: false })).filter((path) => path.startsWith('/api/'));
    expect(mounted.length).toBeGreaterThanOrEqual(app.routes.length);
    expect(mounted.filter((path) => !known.has(path))).toEqual([]);
  });

  it('agrees with the contract on which calls need a session', () => {
    for (const row of rows) {
      const isShut = THINGS.some((thing) => row.cells.nobody[thing] === '401 err_unauthorised');
      expect([nameOf(row), isShut]).toEqual([nameOf(row), send.routeFor(row).call.session !== 'public']);
    }
  });

  it('agrees with the contract on how a call may refuse', () => {
    const always = ['err_unauthorised', 'err_validation', 'err_forbidden'];
    const missing = rows.flatMap((row) => {
      const { call } = send.routeFor(row);
      const may = new Set<string>([...always, ...call.refusals, ...(call.secondFactor ? ['err_second_factor'] : [])]);
      const codes = ACTORS.flatMap((actor) => THINGS.map((thing) => row.cells[actor][thing]?.split(' ')[1] ?? ''));
      return codes.filter((code) => code !== '' && !may.has(code)).map((code) => `${row.route}: ${code}`);
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  it('no token that opens nothing opens more than one that is over', async () => {
    const wrong: string[] = [];
    const items = await world.itemsOf(world.caller);
    const markers = [...(await world.markersOf(world.caller)), ...(await world.markersOf(world.stranger))];
    for (const row of rows.filter((each) => send.routeFor(each).call.session !== 'public')) {
      const right = row.cells.expired.own ?? row.cells.expired.other ?? row.cells.expired.missing;
      for (const [name, authorization] of Object.entries(world.deadTokens)) {
        const { outcome, text } = await send.row(row, items, authorization === null ? {} : { authorization });
        if (outcome !== right) wrong.push(`${nameOf(row)}, ${name}: ${outcome}`);
        for (const leak of leaks(text, markers)) wrong.push(`${nameOf(row)}, ${name}: shows ${leak}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("the idempotency key of another member's activation is a key like any other", async () => {
    const row = rows.find(({ route }) => route === 'POST package/order/activate')!;
    const [items, key] = [await world.itemsOf(world.stranger), fresh()];
    expect((await send.row(row, items, await bearerOf(world.stranger), key)).outcome).toBe('200');
    expect((await send.row(row, items, await bearerOf(world.caller), key)).outcome).toBe('404 err_not_found');
  });

  it('a gate decides nothing: whatever it turned away, a key still gives its first answer', async () => {
    const wrong: string[] = [];
    const moving = rows.filter((row) => row.cells.memberA.own === '200' && send.routeFor(row).call.idempotent);
    expect(moving.length).toBeGreaterThanOrEqual(8);
    for (const row of moving) {
      const [items, key] = [await world.itemsOf(world.caller), fresh()];
      const headers = await bearerOf(world.caller);
      const values = row.send(items, fresh);
      const first = await send.values(row, values, headers, key);
      const turnedAway = [
        await send.values(row, values, {}, key),
        await send.values(row, {}, headers, key),
        await send.values(row, values, headers, 'short'),
        ...(send.routeFor(row).gates.pin
          ? [await send.values(row, { ...values, member_security_pin: '975310' }, headers, key)]
          : []),
      ];
      for (const { outcome } of turnedAway) {
        const [status, code] = outcome.split(' ');
        if (decidedBy(code ?? '', Number(status)) !== 'gate') wrong.push(`${nameOf(row)}: ${outcome} is no gate`);
      }
      const again = await send.values(row, values, headers, key);
      if (first.outcome !== '200' || resultIn(again) !== resultIn(first))
        wrong.push(`${nameOf(row)}: first ${first.text}, then ${again.text}`);
      await clearCounts(app.database);
    }
    expect(wrong).toEqual([]);
    await expectCoherentLedger(app.context.pool);
  });
});

/** Whose things an actor has, and whose are another's. */
const ownersFor = (actor: Actor) => {
  const { caller, stranger, frozen } = world;
  if (actor === 'memberB') return { own: stranger, other: caller };
  return { own: actor === 'frozen' ? frozen : caller, other: stranger };
};

const isMember = (actor: Actor): boolean => actor === 'frozen' || actor === 'memberA' || actor === 'memberB';

/** What an actor shows, new each time: some calls end sessions. */
const headersFor = async (actor: Actor): Promise<() => Promise<Headers>> => {
  if (actor === 'nobody') return async () => ({});
  if (actor === 'expired') {
    const { cookie } = await openConsole(app, 'admin');
    await app.context.pool.query("UPDATE operator_session SET last_used_at = last_used_at - interval '31 minutes'");
    return async () => ({ authorization: world.deadTokens.expired!, cookie });
  }
  if (isMember(actor)) return () => bearerOf(ownersFor(actor).own);
  const { cookie } = await openConsole(app, actor as 'support');
  return async () => ({ cookie });
};

/** What an actor names: things of its own are new for each call that uses them up. */
const itemsFor = async (actor: Actor): Promise<(row: Row, thing: Thing) => Promise<Items>> => {
  const { own, other } = ownersFor(actor);
  const kept = {
    own: await world.itemsOf(own),
    other: await world.itemsOf(other, 'other'),
    missing: world.missingItems(),
  };
  return async (row, thing) =>
    thing === 'own' && isMember(actor) && actor !== 'frozen' && row.usesUp && row.send.length > 0
      ? world.itemsOf(own)
      : kept[thing];
};

// proves 7: no call answers anybody but its member
it.each(ACTORS)(
  'each cell of the matrix holds of %s, and what is another’s answers as what is nowhere',
  async (actor) => {
    await clearCounts(app.database);
    const [headers, items] = [await headersFor(actor), await itemsFor(actor)];
    const foreign = await items(rows[0]!, 'other');
    const before = await world.itemStates(foreign);
    const { own, other } = ownersFor(actor);
    const markers = [...(await world.markersOf(other)), ...(isMember(actor) ? [] : await world.markersOf(own))];
    expect(markers.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const row of rows) {
      const answers: Partial<Record<Thing, Answered>> = {};
      for (const thing of THINGS) {
        const right = row.cells[actor][thing];
        if (right === null) continue;
        const answer = (answers[thing] = await send.row(row, await items(row, thing), await headers()));
        if (row.route === FREEZES && answer.outcome === '200' && actor !== 'frozen') {
          const { memberId } = ownersFor(actor).own;
          await unfreezeMember(app.context, { memberId, actor: 'operator:ana', reason: 'test' });
        }
        if (answer.outcome !== right) wrong.push(`${nameOf(row)}, ${thing}: ${answer.outcome}, not ${right}`);
        // Operators look at members where they may.
        if (isMember(actor) || answer.outcome !== '200' || row.cells.nobody[thing] === '200')
          for (const leak of leaks(answer.text, markers)) wrong.push(`${nameOf(row)}, ${thing}: shows ${leak}`);
      }
      if (answers.other && answers.other.outcome !== '200' && answers.other.bytes !== answers.missing?.bytes)
        wrong.push(`${nameOf(row)}: ${answers.other.bytes} is not ${answers.missing?.bytes}`);
    }
    expect(wrong).toEqual([]);
    // Support and admin have answered its ticket.
    if (actor !== 'support' && actor !== 'admin') expect(await world.itemStates(foreign)).toEqual(before);
    await expectCoherentLedger(app.context.pool);
  },
);
