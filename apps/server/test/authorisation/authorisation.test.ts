import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@minerx/contract/call';
import { decidedBy } from '@minerx/contract/decided';
import { testApp, type TestApp } from '../app.ts';
import type { Items, Row } from './authorisation-row.ts';
import { OPEN_ROUTES, table } from './authorisation-table.ts';
import { authorisationWorld, fresh, type AuthorisationWorld } from './authorisation-world.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { clearCounts, formOf, PASSWORD, PIN } from '../people.ts';

let app: TestApp;
let world: AuthorisationWorld;
let rows: readonly Row[];

beforeAll(async () => {
  app = await testApp();
  world = await authorisationWorld(app);
  rows = table(await formOf(app, 'nobody@example.com'), { password: PASSWORD, pin: PIN });
}, 120_000);
afterAll(() => app.close());

const routeOf = ({ method, path }: Call): string => `${method} ${path}`;
const routeFor = (row: Row): TestApp['routes'][number] => app.routes.find(({ call }) => routeOf(call) === row.route)!;
const nameOf = ({ route, way }: Row): string => (way ? `${route} (${way})` : route);

interface Answered {
  /** `200`, or status and code. */
  readonly outcome: string;
  /** The whole answer without what differs between any two requests. */
  readonly bytes: string;
  readonly text: string;
}

const send = async (row: Row, items: Items, authorization: string | null, key = fresh()): Promise<Answered> =>
  sendValues(row, row.send(items, fresh), authorization, key);

const sendValues = async (
  row: Row,
  values: Record<string, unknown>,
  authorization: string | null,
  key: string,
): Promise<Answered> => {
  const { call } = app.routes.find((route) => routeOf(route.call) === row.route)!;
  const query = call.method === 'GET' ? `?${new URLSearchParams(values as Record<string, string>).toString()}` : '';
  const form = call.upload ? asForm(values) : null;
  const answer = await app.http.inject({
    method: call.method,
    url: `/api/${call.path}${query}`,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(form ? { 'content-type': form.type } : {}),
      'idempotency-key': key,
    },
    ...(call.method === 'POST' ? { payload: form?.text ?? values } : {}),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const said = (isJson ? answer.json() : {}) as { request_id?: string; err_code?: string };
  const { date: _, ...headers } = answer.headers;
  return {
    outcome: said.err_code === undefined ? String(answer.statusCode) : `${answer.statusCode} ${said.err_code}`,
    bytes: `${answer.statusCode} ${JSON.stringify(headers)} ${said.request_id ? answer.body.replace(said.request_id, '') : answer.body}`,
    text: answer.body,
  };
};

const resultIn = ({ text }: Answered): string => JSON.stringify((JSON.parse(text) as { result: unknown }).result);

const asForm = (values: Record<string, unknown>): { type: string; text: string } => {
  const parts = Object.entries(values).map(
    ([name, value]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  return { type: 'multipart/form-data; boundary=part', text: `${parts.join('')}--part--\r\n` };
};

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

describe('who may call what', () => {
  it('is declared for every route, and for nothing else', () => {
    const declared = [...new Set(rows.map(({ route }) => route))].sort();
    expect(app.routes.map(({ call }) => routeOf(call)).sort()).toEqual(declared);
  });

  it('is known of every other route of the API too', () => {
    const known = new Set([...app.routes.map(({ call }) => `/api/${call.path}`), ...Object.keys(OPEN_ROUTES)]);
    const mounted = pathsOf(app.http.printRoutes({ commonPrefix: false })).filter((path) => path.startsWith('/api/'));
    expect(mounted.length).toBeGreaterThanOrEqual(app.routes.length);
    expect(mounted.filter((path) => !known.has(path))).toEqual([]);
  });

  it('agrees with the contract on which calls need a session', () => {
    for (const row of rows) {
      const { call } = app.routes.find((route) => routeOf(route.call) === row.route)!;
      expect([nameOf(row), row.noSession === '401 err_unauthorised']).toEqual([nameOf(row), call.session !== 'public']);
    }
  });

  it('agrees with the contract on how a call may refuse', () => {
    const always = new Set(['err_unauthorised', 'err_validation']);
    const missing = rows.flatMap((row) => {
      const { call } = app.routes.find(({ call: each }) => routeOf(each) === row.route)!;
      const codes = [row.own, row.foreign, row.missing, row.frozen].flatMap((outcome) => outcome?.split(' ')[1] ?? []);
      return codes
        .filter((code) => !always.has(code) && !(call.refusals as readonly string[]).includes(code))
        .map((code) => `${row.route}: ${code}`);
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  // proves 7: no call answers anybody but its member
  it('without a living session: nothing of anybody', async () => {
    const wrong: string[] = [];
    const items = await world.itemsOf(world.caller);
    const markers = [...(await world.markersOf(world.caller)), ...(await world.markersOf(world.stranger))];
    for (const row of rows) {
      for (const [name, authorization] of Object.entries(world.deadTokens)) {
        const { outcome, text } = await send(row, items, authorization);
        if (outcome !== row.noSession) wrong.push(`${nameOf(row)}, ${name}: ${outcome}`);
        for (const leak of leaks(text, markers)) wrong.push(`${nameOf(row)}, ${name}: shows ${leak}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("another member's thing answers as one that does not exist, to the byte, and stays as it was", async () => {
    const wrong: string[] = [];
    const foreign = await world.itemsOf(world.stranger);
    const missing = world.missingItems();
    const markers = await world.markersOf(world.stranger);
    const before = await world.itemStates(foreign);
    for (const row of rows.filter((each) => each.missing !== null)) {
      const authorization = `Bearer ${await world.tokenOf(world.caller)}`;
      const none = await send(row, missing, authorization);
      if (none.outcome !== row.missing) wrong.push(`${nameOf(row)}: ${none.outcome}, not ${row.missing}`);
      if (row.foreign === null) continue;
      const other = await send(row, foreign, authorization);
      if (other.outcome !== row.foreign) wrong.push(`${nameOf(row)}: ${other.outcome}, not ${row.foreign}`);
      if (other.bytes !== none.bytes) wrong.push(`${nameOf(row)}: ${other.bytes} is not ${none.bytes}`);
      for (const leak of leaks(other.text, markers)) wrong.push(`${nameOf(row)}: shows ${leak}`);
    }
    expect(wrong).toEqual([]);
    expect(await world.itemStates(foreign)).toEqual(before);
  });

  it("the idempotency key of another member's activation is a key like any other", async () => {
    const row = rows.find(({ route }) => route === 'POST package/order/activate')!;
    const [items, key] = [await world.itemsOf(world.stranger), fresh()];
    expect((await send(row, items, `Bearer ${await world.tokenOf(world.stranger)}`, key)).outcome).toBe('200');
    expect((await send(row, items, `Bearer ${await world.tokenOf(world.caller)}`, key)).outcome).toBe(
      '404 err_not_found',
    );
  });

  it('a gate decides nothing: whatever it turned away, a key still gives its first answer', async () => {
    const wrong: string[] = [];
    const moving = rows.filter((row) => row.own === '200' && routeFor(row).call.idempotent);
    expect(moving.length).toBeGreaterThanOrEqual(8);
    for (const row of moving) {
      const [items, key] = [await world.itemsOf(world.caller), fresh()];
      const authorization = `Bearer ${await world.tokenOf(world.caller)}`;
      const values = row.send(items, fresh);
      const first = await sendValues(row, values, authorization, key);
      const turnedAway = [
        await sendValues(row, values, null, key),
        await sendValues(row, {}, authorization, key),
        await sendValues(row, values, authorization, 'short'),
        ...(routeFor(row).gates.pin
          ? [await sendValues(row, { ...values, member_security_pin: '975310' }, authorization, key)]
          : []),
      ];
      for (const { outcome } of turnedAway) {
        const [status, code] = outcome.split(' ');
        if (decidedBy(code ?? '', Number(status)) !== 'gate') wrong.push(`${nameOf(row)}: ${outcome} is no gate`);
      }
      const again = await sendValues(row, values, authorization, key);
      if (first.outcome !== '200' || resultIn(again) !== resultIn(first))
        wrong.push(`${nameOf(row)}: first ${first.text}, then ${again.text}`);
      await clearCounts(app.database);
    }
    expect(wrong).toEqual([]);
    await expectCoherentLedger(app.context.pool);
  });

  it('a frozen member whose session still lives may look and make the account safe, and moves nothing', async () => {
    const wrong: string[] = [];
    for (const row of rows) {
      const items = await world.itemsOf(world.frozen);
      const { outcome } = await send(row, items, `Bearer ${await world.tokenOf(world.frozen)}`);
      if (outcome !== row.frozen) wrong.push(`${nameOf(row)}: ${outcome}, not ${row.frozen}`);
    }
    expect(wrong).toEqual([]);
  });

  it('a member gets its own, and nothing of another', async () => {
    const wrong: string[] = [];
    const markers = await world.markersOf(world.stranger);
    expect(markers.length).toBeGreaterThan(20);
    for (const row of rows) {
      const items = await world.itemsOf(world.caller);
      const { outcome, text } = await send(row, items, `Bearer ${await world.tokenOf(world.caller)}`);
      if (outcome !== row.own) wrong.push(`${nameOf(row)}: ${outcome}, not ${row.own}`);
      for (const leak of leaks(text, markers)) wrong.push(`${nameOf(row)}: shows ${leak}`);
    }
    expect(wrong).toEqual([]);
    await expectCoherentLedger(app.context.pool);
  });
});
