import dns from 'node:dns';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { testEnv } from '../../test/app.ts';
import { PRODUCTION } from '../../test/start/launch.ts';
import { createOutside } from './create.ts';
import { createHttpSource } from './http-source.ts';
import { LEADS_HERE } from './place.ts';

/** Something on this machine, which counts who comes. */
let server: Server;
let visits = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const at = (protocol: string): string => `${protocol}://localhost:${(server.address() as AddressInfo).port}`;
/** As production configures its sources, all of them here by mistake. */
const outside = (path = '') => {
  const here = { url: `${at('http')}${path}`, simulated: false, onlyPublic: true };
  const nodes = [at('http'), `${at('http')}/2`];
  const chain = { chainId: 56, networks: [NETWORK.BEP20], urls: nodes, simulated: false, onlyPublic: true };
  const env = {
    ...testEnv(),
    market: here,
    secondMarket: here,
    network: here,
    pool: { ...here, token: 't' },
    chains: [chain],
    tron: { chainId: 1, nodes: nodes.map((url) => ({ url })), simulated: false, onlyPublic: true },
    smtpUrl: at('smtp'),
    onlyPublicSmtp: true,
  };
  return createOutside(env, Date);
};
const MAIL = {
  to: { name: 'a', address: 'a@example.com' },
  messageId: 'a.1',
  subject: 's',
  text: 't',
  html: '<p>t</p>',
};

const ASKED: [string, () => Promise<unknown>][] = [
  ['a market', () => outside().market.latest(['BTCUSDT'])],
  ['a second market', () => outside().secondMarket!.closes(0, 60_000)],
  ['a network by Esplora', () => outside('/api').network.current()],
  ['a network by a node', () => outside().network.current()],
  ['a pool', () => outside().pool.workers()],
  ['an EVM chain', () => outside().chains.get(NETWORK.BEP20)!.head()],
  ['TRON', () => outside().tron!.head()],
  ['a mail server', () => outside().mailer.send(MAIL)],
];

describe('a source whose name leads to this machine', () => {
  it.each(ASKED)('is asked nothing: %s', async (_, ask) => {
    visits = 0;
    await expect(ask()).rejects.toMatchObject({ name: 'OutsideFailure', message: expect.stringContaining(LEADS_HERE) });
    expect(visits).toBe(0);
  });

  it('is not listened to', async () => {
    visits = 0;
    const { promise: why, resolve } = Promise.withResolvers<string>();
    const stream = outside().market.stream(['BTCUSDT'], {
      began: () => resolve('it was believed'),
      event: () => resolve('it was believed'),
      failed: ({ message }) => resolve(message),
    });
    expect(await why).toBe(`market streams: ${LEADS_HERE}`);
    stream.close();
    expect(visits).toBe(0);
  });

  it('is refused as well when it could not be looked up before, and when it led elsewhere a minute ago', async () => {
    let now = 0;
    const answers: (string | null)[] = [null, '10.1.2.3', '203.0.113.7', '10.1.2.3'];
    const asked: string[] = [];
    vi.spyOn(dns, 'lookup').mockImplementation(((host: string, _: object, found: (...answer: unknown[]) => void) => {
      // Whoever connects looks it up for itself, and finds nobody.
      const address = asked.at(-1) === host ? null : answers.shift()!;
      asked.push(address === '203.0.113.7' ? host : '');
      if (address === null) return found(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
      return found(null, [{ address, family: 4 }]);
    }) as never);
    const source = createHttpSource({
      sourceId: 'source',
      simulated: false,
      onlyPublic: true,
      url: 'https://source.example.com',
      clock: { now: () => now },
    });
    const ask = () =>
      source
        .counted(() => source.getJson('/', z.unknown()))
        .catch(({ message }: Error) => /: (.*)$/.exec(message)?.[1]);
    expect(await ask()).toContain('ENOTFOUND');
    expect(await ask()).toContain(LEADS_HERE);
    expect(await ask()).toContain('ENOTFOUND');
    now += 60_000;
    expect(await ask()).toContain(LEADS_HERE);
    expect(answers).toEqual([]);
  });
});

it('every source of production must be of the world, but for those that are named as its own', () => {
  const nodes = 'https://one.example.com,https://two.example.com';
  const values = { BSC_RPC_URLS: nodes, ARBITRUM_RPC_URLS: nodes, TRON_API_URLS: nodes };
  const env = (more: Record<string, string>) =>
    testEnv({ ...PRODUCTION, DATABASE_URL: 'postgres://a@127.0.0.1/b', ...values, ...more });
  const guarded = ({ market, secondMarket, network, pool, chains, tron, onlyPublicSmtp }: ReturnType<typeof env>) => [
    ...[market, secondMarket, network, pool, ...chains, tron].map((source) => source?.onlyPublic),
    onlyPublicSmtp,
  ];
  expect(guarded(env({}))).toEqual(Array(8).fill(true));
  expect(guarded(env({ ALLOW_LOCAL_SOURCES: 'POOL_URL,BSC_RPC_URLS' }))).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
    true,
    true,
  ]);
});
