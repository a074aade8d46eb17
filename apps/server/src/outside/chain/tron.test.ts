import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressBytes } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFaultyTron, type FaultyTron, type TronFaults } from '../../../../../simulators/src/chain/faulty-tron.ts';
import { TronState } from '../../../../../simulators/src/chain/tron-state.ts';
import type { Hex, WatchedChain } from './port.ts';
import { createTronEndpoint } from './tron-endpoint.ts';
import { createTronChain, type TronChainOptions } from './tron.ts';
import { blockAnswer } from './tron-answers.ts';

const CHAIN_ID = 31_338;
const TOKEN = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const token = addressBytes(NETWORK.TRC20, TOKEN)!;
const SOMEBODY: Hex = `0x${'11'.repeat(20)}`;
const ANOTHER: Hex = `0x${'22'.repeat(20)}`;

let state: TronState;
const running: { stop(): unknown }[] = [];
beforeEach(() => {
  state = new TronState(CHAIN_ID);
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

const send = (to: Hex, value: bigint, failed = false): Hex =>
  `0x${state.send([{ contract: token.slice(2), from: '33'.repeat(20), to: to.slice(2), value: String(value) }], failed)}`;
const start = async (
  nodes: Partial<TronFaults>[] = [{}],
  input: Parameters<typeof startFaultyTron>[2] = {},
): Promise<FaultyTron> => {
  const stub = await startFaultyTron(state, nodes, input);
  running.push(stub);
  return stub;
};
const chainOf = (urls: readonly string[], more: Partial<TronChainOptions> = {}): WatchedChain =>
  createTronChain({ chainId: CHAIN_ID, simulated: true, nodes: urls.map((url) => ({ url })), clock: Date, ...more });
const transfersTo = (chain: WatchedChain, to: Hex, fromBlock = 1, toBlock = state.head.number) =>
  chain.transfers({ tokens: [token], recipients: [to], fromBlock, toBlock });

/** A node that somebody stands before. */
const behind = async (url: string, change: (path: string, answer: unknown) => unknown): Promise<string> => {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
      const answer = await fetch(url + request.url!, { method: request.method!, ...body });
      response.writeHead(answer.status).end(JSON.stringify(change(request.url!, await answer.json())));
    })();
  });
  running.push({ stop: () => server.close() });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('one node', () => {
  test('tells blocks, what is solid, receipts and transfers', async () => {
    const { urls } = await start();
    const chain = chainOf(urls);
    state.mine(30);
    const hash = send(SOMEBODY, 25n);
    send(ANOTHER, 26n);
    const failed = send(SOMEBODY, 27n, true);
    expect(await chain.receipt(hash)).toBeNull();
    expect(await chain.isKnown(hash)).toBe(true);
    expect(await chain.isKnown(`0x${'ab'.repeat(32)}`)).toBe(false);
    const { number, id } = state.mine();
    const head = await chain.head();
    expect(head).toMatchObject({ number, hash: `0x${id}` });
    expect((await chain.block(number - 1))?.hash).toBe(head.parentHash);
    expect(await chain.block(number + 1)).toBeNull();
    expect(await chain.finalized()).toBe(number - 19);
    expect(await transfersTo(chain, SOMEBODY)).toEqual([
      {
        token,
        from: `0x${'33'.repeat(20)}`,
        to: SOMEBODY,
        amount: 25n,
        blockNumber: number,
        blockHash: `0x${id}`,
        transactionHash: hash,
        logIndex: 0,
      },
    ]);
    const everybody = await chain.transfers({ tokens: [token], fromBlock: 1, toBlock: number });
    expect(everybody.map(({ amount }) => amount).toSorted()).toEqual([25n, 26n]);
    expect(await chain.transfers({ tokens: [SOMEBODY], fromBlock: 1, toBlock: number })).toEqual([]);
    expect(await chain.receipt(hash)).toMatchObject({ succeeded: true, blockNumber: number, blockHash: `0x${id}` });
    expect(await chain.receipt(failed)).toMatchObject({ succeeded: false, logs: [] });
    expect(chain.health().failed).toEqual({});
  });

  test('a long way back the index is read page by page, and says the same as the blocks do', async () => {
    for (let block = 0; block < 60; block += 1) {
      for (let i = 0; i < 8; i += 1) send(i === 3 ? SOMEBODY : ANOTHER, BigInt(block * 8 + i + 1));
      state.mine();
    }
    state.mine(25);
    send(ANOTHER, 1n);
    state.mine(20);
    const asked: string[] = [];
    const { urls } = await start([{}]);
    const listened = await behind(urls[0]!, (path, answer) => {
      asked.push(path);
      return answer;
    });
    const byIndex = await transfersTo(chainOf([listened]), SOMEBODY, 1, 60);
    expect(asked.filter((path) => path.includes('fingerprint=')).length).toBe(2);
    expect(asked).not.toContain('/wallet/gettransactioninfobyblocknum');
    const plain = await start([{}], { plain: [0] });
    const byBlocks = await transfersTo(chainOf(plain.urls), SOMEBODY, 1, 60);
    expect(byIndex).toHaveLength(60);
    expect(byIndex).toEqual(byBlocks);
    // Both together agree, whichever way each of them went.
    expect(await transfersTo(chainOf([...urls, ...plain.urls]), SOMEBODY, 1, 60)).toEqual(byBlocks);
  });

  test('an index that has not come so far is not believed to be all', async () => {
    send(SOMEBODY, 5n);
    state.mine(80);
    const { urls } = await start();
    // Nothing final stands behind the range in the index: what is missing there may be on its way.
    expect(await transfersTo(chainOf(urls), SOMEBODY, 1, 50)).toHaveLength(1);
    const empty = await behind(urls[0]!, (path, answer) =>
      path.startsWith('/v1/') ? { ...(answer as object), data: [] } : answer,
    );
    expect(await transfersTo(chainOf([empty]), SOMEBODY, 1, 50)).toHaveLength(1);
  });

  test('outcomes that are not those of the block are not ready, never nothing', async () => {
    send(SOMEBODY, 5n);
    state.mine();
    const { urls } = await start();
    const late = await behind(urls[0]!, (path, answer) => (path.endsWith('byblocknum') ? [] : answer));
    await expect(transfersTo(chainOf([late]), SOMEBODY)).rejects.toMatchObject({ reason: 'not_ready' });
    const other = await behind(urls[0]!, (path, answer) =>
      path.endsWith('byblocknum') ? (answer as object[]).map((each) => ({ ...each, id: 'ab'.repeat(32) })) : answer,
    );
    await expect(transfersTo(chainOf([other]), SOMEBODY)).rejects.toMatchObject({ reason: 'not_ready' });
    const moved = await behind(urls[0]!, (path, answer) =>
      path.endsWith('/getblock') ? { ...(answer as object), transactions: undefined } : answer,
    );
    await expect(chainOf([moved]).receipt(`0x${state.head.transactions[0]!.id}`)).rejects.toMatchObject({
      reason: 'not_ready',
    });
  });

  test('too many blocks at once are refused before they are read', async () => {
    state.mine(400);
    const { urls } = await start();
    await expect(transfersTo(chainOf(urls), SOMEBODY, 1, 200)).rejects.toMatchObject({ reason: 'refused' });
  });

  test('nonsense is malformed, an error in words is refused', async () => {
    state.mine();
    const { urls } = await start();
    const of = async (change: (path: string, answer: unknown) => unknown) =>
      chainOf([await behind(urls[0]!, (path, answer) => (state.head.number > 1 ? change(path, answer) : answer))]);
    const changes: [(answer: object) => unknown, string][] = [
      [() => ({ Error: 'class java.lang.NullPointerException : null' }), 'refused'],
      [() => [], 'malformed'],
      [(answer) => ({ ...answer, blockID: 'ab'.repeat(32) }), 'malformed'],
      [(answer) => ({ ...answer, blockID: 'ab' }), 'malformed'],
      [({ blockID }: { blockID?: string }) => ({ blockID }), 'malformed'],
    ];
    for (const [change, reason] of changes) {
      const chain = await of((_, answer) => change(answer as object));
      await chain.head();
      state.mine();
      await expect(chain.head()).rejects.toMatchObject({ reason });
      state.blocks.pop();
    }
  });

  test('one of another chain is not believed, one that plays a chain is no real one, and one alone is none', async () => {
    const { urls } = await start();
    await expect(chainOf(urls, { chainId: 728_126_428 }).head()).rejects.toMatchObject({ reason: 'implausible' });
    const nodes = [{ url: urls[0]! }, { url: urls[0]! }];
    await expect(chainOf([], { simulated: false, nodes }).head()).rejects.toMatchObject({ reason: 'refused' });
    expect(() => chainOf(['https://node.example'], { simulated: false })).toThrow('two endpoints');
  });

  test('a key goes to its own node alone', async () => {
    const { urls, keys } = await start([{}, {}]);
    const nodes = [{ url: urls[0]!, apiKey: 'our-key' }, { url: urls[1]! }];
    await chainOf([], { nodes }).head();
    expect(keys).toEqual(['our-key', undefined]);
  });

  test('one that asks to wait, by header or in words, is left alone for as long', async () => {
    let now = 1_000_000;
    for (const [answer, waitMs] of [
      [{ status: 429, headers: { 'retry-after': '2' }, body: '{}' }, 2000],
      [{ status: 403, headers: {}, body: '{"error":"… the query server is suspended for 5s"}' }, 5000],
      [{ status: 503, headers: {}, body: '{"Error":"The key exceeds the frequency limit(30)"}' }, 30_000],
    ] as const) {
      let asked = 0;
      const server = createServer((_, response) => {
        asked += 1;
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
      running.push({ stop: () => server.close() });
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const endpoint = createTronEndpoint({
        sourceId: 't',
        url,
        chainId: CHAIN_ID,
        simulated: true,
        clock: { now: () => now },
      });
      const ask = () => endpoint.post('/wallet/getblock', {}, blockAnswer);
      await expect(ask()).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs: waitMs });
      now += waitMs - 1;
      await expect(ask()).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs: 1 });
      expect(asked).toBe(1);
      now += 1;
      await expect(ask()).rejects.toMatchObject({ reason: 'rate_limited' });
      expect(asked).toBe(2);
    }
  });

  test('tells to whom a transaction brought TRX', async () => {
    const { urls } = await start();
    const hash = send(SOMEBODY, 25n);
    state.mine();
    expect(await chainOf(urls).coinReceiver(hash)).toBeNull();
    expect(await chainOf(urls).coinReceiver(`0x${'ab'.repeat(32)}`)).toBeNull();
    const value = { amount: 1, owner_address: `41${'33'.repeat(20)}`, to_address: `41${SOMEBODY.slice(2)}` };
    const contract = [{ type: 'TransferContract', parameter: { value } }];
    const inCoins = await behind(urls[0]!, (path, answer) =>
      path === '/wallet/gettransactionbyid' ? { txID: hash.slice(2), raw_data: { contract } } : answer,
    );
    expect(await chainOf([inCoins]).coinReceiver(hash)).toBe(SOMEBODY);
  });

  test('bursts are spread over time', async () => {
    const { urls } = await start();
    const pauses: number[] = [];
    const endpoint = createTronEndpoint({
      sourceId: 't',
      url: urls[0]!,
      chainId: CHAIN_ID,
      simulated: true,
      clock: { now: () => 0 },
      everyMs: 100,
      pause: (ms) => Promise.resolve(void pauses.push(ms)),
    });
    await Promise.all([1, 2, 3].map(() => endpoint.post('/wallet/getblock', {}, blockAnswer)));
    expect(pauses).toEqual([100, 200, 300]);
  });
});

describe('several nodes', () => {
  test('one of two that lies is a contradiction, of three it is outvoted', async () => {
    const hash = send(SOMEBODY, 25n);
    state.mine(3);
    const { urls, setFaults } = await start([{}, {}, {}]);
    const [two, three] = [chainOf(urls.slice(0, 2)), chainOf(urls)];
    await Promise.all([two.head(), three.head()]);
    setFaults(0, { lie: 1 });
    await expect(two.head()).rejects.toMatchObject({ reason: 'implausible' });
    expect((await three.head()).number).toBe(3);
    expect(await three.receipt(hash)).toMatchObject({ succeeded: true });
    expect(await transfersTo(three, SOMEBODY)).toHaveLength(1);
  });

  test('the head is the block that both have; what only one knows is not ready', async () => {
    state.mine(2);
    const stub = await start([{}, {}]);
    const chain = chainOf(stub.urls);
    await chain.head();
    stub.stand(1, true);
    const hash = send(SOMEBODY, 1n);
    state.mine(2);
    expect((await chain.head()).number).toBe(2);
    await expect(chain.receipt(hash)).rejects.toMatchObject({ reason: 'not_ready' });
    stub.stand(1, false);
    expect(await chain.receipt(hash)).not.toBeNull();
  });

  test('lists in another order or told twice change nothing that is believed', async () => {
    for (let i = 0; i < 5; i += 1) send(SOMEBODY, BigInt(i + 1));
    state.mine(2);
    const reordered = await start([{ reorder: 1 }, {}]);
    expect(await transfersTo(chainOf(reordered.urls), SOMEBODY)).toHaveLength(5);
    const twice = await start([{ twice: 1 }]);
    await expect(transfersTo(chainOf(twice.urls), SOMEBODY)).rejects.toMatchObject({ reason: 'not_ready' });
  });
});
