import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from './spawn.ts';

type Place = { serial: string; host: string; port: number; up: boolean };

/** Raw bytes of one exchange, until the other side closes. */
const exchange = (place: Place, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(place.port, place.host, () => socket.write(request));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });

type Recorded = { request: string; answer: string };

/** Requests and answers of the real program. */
const transcript = (): Recorded[] => {
  const path = new URL('../fixtures/cgminer-4.11.1-transcript.txt', import.meta.url);
  const lines = readFileSync(path, 'utf8').split('\n');
  const recorded: Recorded[] = [];
  for (const [i, line] of lines.entries()) {
    const request = /^REQ b'(.*)'$/.exec(line)?.[1];
    const answer = /^ {3}b'(.*)'$/.exec(lines[i + 2] ?? '')?.[1];
    if (request === undefined || answer === undefined) continue;
    recorded.push({ request: request.replace('\\n', '\n'), answer: answer.replace('\\x00', '\0') });
  }
  return recorded;
};

/** Keys in order, with the kind of value and the number of decimals: what a parser could depend on. */
const shape = (answer: string): string =>
  answer
    .replace(/"(User|URL|Stratum URL|Current Block Hash)":"[^"]*"/g, '"$1":"…"')
    .replace(/:(\d+)\.(\d+)/g, (_, _whole, decimals: string) => `:0.${'d'.repeat(decimals.length)}`)
    .replace(/=(\d+)\.(\d+)/g, (_, _whole, decimals: string) => `=0.${'d'.repeat(decimals.length)}`)
    .replace(/"([^"]+)":\d+(?=[,}])/g, (whole, key: string) => (key === 'Code' ? whole : `"${key}":n`))
    .replace(/(?<=[,|])([^=,|]+)=\d+(?=[,|])/g, (whole, key: string) => (key === 'Code' ? whole : `${key}=n`));

describe('the simulated fleet', () => {
  let fleet: Simulator;
  let places: Place[];
  const at = Date.parse('2026-11-10T12:00:00.250Z');

  beforeAll(async () => {
    fleet = await startSimulator('fleet', ['--devices', '3', '--outages-per-mille', '0']);
    await fleet.control('/clock', { at: new Date(at).toISOString() });
    places = (await fleet.ask('/devices')) as Place[];
  });
  afterAll(() => fleet.stop());

  const fault = (body: object): Promise<unknown> => fleet.control('/fault', { serial: places[0]!.serial, ...body });
  const summary = async (place = places[0]!): Promise<Record<string, number>> =>
    JSON.parse((await exchange(place, '{"command":"summary"}')).replace('\0', '')).SUMMARY[0];

  it('gives every device its own address', () => {
    expect(new Set(places.map(({ host, port }) => `${host}:${port}`)).size).toBe(3);
    expect(places.map(({ serial }) => serial)).toEqual(['X1-000001', 'X1-000002', 'X1-000003']);
  });

  it.each(transcript())('answers $request with the words of the real program', async ({ request, answer }) => {
    const said = await exchange(places[0]!, request);
    expect(shape(said).replaceAll('4.11.1 simulated', '4.11.1')).toBe(shape(answer));
    // Where the real program names itself, this one says in addition what it is.
    expect(said.includes('4.11.1 simulated')).toBe(answer.includes('Description'));
  });

  it('carries the serial number in the name of the pool user', async () => {
    const answer = JSON.parse((await exchange(places[1]!, '{"command":"pools"}')).replace('\0', ''));
    expect(answer.POOLS[0].User).toBe('acct.X1-000002');
  });

  it('counts in Total MH exactly what the truth says', async () => {
    const born = Date.UTC(2026, 0, 1);
    const truth = (await fleet.ask(`/truth?serial=X1-000001&from=${born}&to=${at}`)) as { hashes: string };
    const answer = await exchange(places[0]!, '{"command":"summary"}');
    const [, whole, part] = /"Total MH":(\d+)\.(\d{4})/.exec(answer)!;
    expect(BigInt(whole! + part!) * 100n).toBe(BigInt(truth.hashes));
    expect((await summary())['Elapsed']).toBe(Math.floor((at - born) / 1000));
  });

  it('adds devices while it runs', async () => {
    const [added] = (await fleet.control('/devices', { serials: ['NEW-1'], born: '2026-11-01T00:00:00Z' })) as Place[];
    expect((await summary(added))['Elapsed']).toBe((Math.floor(at / 1000) * 1000 - Date.UTC(2026, 10, 1)) / 1000);
  });

  it('breaks its answers as it is told', async () => {
    const clean = await exchange(places[0]!, '{"command":"summary"}');
    const next = async (body: object): Promise<string> => {
      await fault({ ...body, times: 1 });
      return exchange(places[0]!, '{"command":"summary"}');
    };
    expect(await next({ kind: 'no-nul' })).toBe(clean.slice(0, -1));
    expect(await next({ kind: 'truncated' })).toBe(clean.slice(0, (clean.length - 1) >> 1));
    expect(await next({ kind: 'malformed', how: 'missing-comma' })).toContain('}]"SUMMARY"');
    expect(await next({ kind: 'malformed', how: 'trailing-comma' })).toContain(',}],"id"');
    expect(await next({ kind: 'malformed', how: 'raw-newline' })).toContain('"Msg":"\nSummary"');
    expect(await next({ kind: 'malformed', how: 'string-number' })).toMatch(/"MHS 5s":"\d/);
    expect(await next({ kind: 'malformed', how: 'inf' })).toContain('"MHS av":inf');
    expect(await next({ kind: 'malformed', how: 'nan' })).toContain('"Device Hardware%":nan');
    expect(await next({ kind: 'refused' })).toContain('"Code":45');
    expect(await next({ kind: 'dribble', ms: 1 })).toBe(clean);
    const before = Date.now();
    expect(await next({ kind: 'slow', ms: 150 })).toBe(clean);
    expect(Date.now() - before).toBeGreaterThanOrEqual(145);
    expect(await exchange(places[0]!, '{"command":"summary"}')).toBe(clean);
  });

  it('is away during an outage and starts counting anew after it', async () => {
    await fault({ kind: 'outage', from: at - 1000, to: at + 5000 });
    await expect(exchange(places[0]!, '{"command":"summary"}')).rejects.toThrow('ECONNRESET');
    await fleet.control('/clock', { at: new Date(at + 15_000).toISOString() });
    expect((await summary())['Elapsed']).toBe(10);
    await fault({ kind: 'restart' });
    await expect(exchange(places[0]!, '{"command":"summary"}')).rejects.toThrow('ECONNRESET');
    await fleet.control('/clock', { at: new Date(at + 36_000).toISOString() });
    expect((await summary())['Elapsed']).toBe(1);
  });

  it('gives every device its own port where the machine has only one address', async () => {
    const flat = await startSimulator('fleet', ['--mode', 'ports', '--devices', '2']);
    const list = (await flat.ask('/devices')) as Place[];
    expect(new Set(list.map(({ port }) => port)).size).toBe(2);
    expect(list.every(({ host }) => host === '127.0.0.1')).toBe(true);
    await flat.stop();
  });
});
