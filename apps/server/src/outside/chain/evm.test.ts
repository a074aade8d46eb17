import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAUCET, startLocalChain, type LocalChain } from '../../../test/chain/local-chain.ts';
import { createEvmChain } from './evm.ts';
import { transferData } from './abi.ts';
import type { Hex } from './port.ts';

const SOMEBODY: Hex = '0x1111111111111111111111111111111111111111';
const ANOTHER: Hex = '0x2222222222222222222222222222222222222222';

let chain: LocalChain;
let dollar: Hex;
const servers: Server[] = [];

beforeAll(async () => {
  chain = await startLocalChain();
  dollar = await chain.deployDollar();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await chain.stop();
});

/** The chain behind somebody who changes what it answers. */
const behind = async (
  change: (method: string, answer: { result?: unknown }, asked: string) => unknown,
): Promise<string> => {
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts).toString();
      const answer = await fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const changed = change((JSON.parse(body) as { method: string }).method, (await answer.json()) as object, body);
      if (changed !== 'silence') response.end(JSON.stringify(changed));
    })();
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const honest = (): Promise<string> => behind((_, answer) => answer);
/** A block of another chain at every number. */
const liar = (): Promise<string> =>
  behind((method, answer) =>
    method === 'eth_getBlockByNumber'
      ? { ...answer, result: { ...(answer.result as object), hash: `0x${'ab'.repeat(32)}` } }
      : answer,
  );

describe('one endpoint', () => {
  test('tells blocks, balances, codes, receipts and transfers', async () => {
    const network = chain.asNetwork(2);
    const receipt = await chain.sendTokens(dollar, SOMEBODY, 25n);
    await chain.sendTokens(dollar, ANOTHER, 26n);
    const head = await network.head();
    expect((await network.block(head.number - 1))?.hash).toBe(head.parentHash);
    expect(await network.block(head.number + 1)).toBeNull();
    expect(await network.finalized()).toBe(head.number - 2);
    const range = { tokens: [dollar], fromBlock: 0, toBlock: head.number };
    const found = await network.transfers({ ...range, recipients: [SOMEBODY] });
    expect(found).toMatchObject([
      { from: FAUCET, to: SOMEBODY, amount: 25n, transactionHash: receipt.transactionHash, token: dollar },
    ]);
    expect((await network.transfers(range)).map(({ amount }) => amount)).toEqual([10n ** 27n, 25n, 26n]);
    expect(await network.receipt(receipt.transactionHash)).toEqual(receipt);
    expect(await network.tokenBalance(dollar, SOMEBODY)).toBe(25n);
    expect(await network.tokenBalance(dollar, ANOTHER, receipt.blockNumber)).toBe(0n);
    expect(await network.coinBalance(SOMEBODY)).toBe(0n);
    expect(await network.code(SOMEBODY)).toBe('0x');
    expect((await network.code(dollar)).length).toBeGreaterThan(100);
    expect(await network.nonce(FAUCET)).toBe(3);
    expect(await network.fees()).toMatchObject({ baseWei: 0n });
    expect(await network.isKnown(receipt.transactionHash)).toBe(true);
    expect(network.health().answered).toBeGreaterThan(10);
  });

  test('tells which transaction used a number of an account, and nothing before it stands in those blocks', async () => {
    const network = chain.asNetwork(2);
    const sent = await chain.sendTokens(dollar, SOMEBODY, 1n);
    const nonce = (await network.nonce(FAUCET)) - 1;
    expect(await network.nonce(FAUCET, sent.blockNumber - 1)).toBe(nonce);
    await chain.mine(37);
    const { number } = await network.head();
    const expected = { hash: sent.transactionHash, to: dollar, blockNumber: sent.blockNumber };
    expect(await network.transactionBy(FAUCET, nonce, number)).toMatchObject(expected);
    expect(await network.transactionBy(FAUCET, nonce, sent.blockNumber)).toMatchObject(expected);
    expect(await network.transactionBy(FAUCET, nonce, sent.blockNumber - 1)).toBeNull();
    expect(await network.transactionBy(FAUCET, nonce + 1, number)).toBeNull();
    expect(await network.transactionBy(FAUCET, 0, number)).toMatchObject({ to: null, blockNumber: 1 });
  });

  test('tells whether a contract refuses a call', async () => {
    const network = chain.asNetwork(2);
    expect(await network.refuses({ from: FAUCET, to: dollar, data: transferData(SOMEBODY, 1n) })).toBe(false);
    expect(await network.refuses({ from: SOMEBODY, to: dollar, data: transferData(FAUCET, 10n ** 30n) })).toBe(true);
  });

  test('a transaction that nobody has sent has no receipt and is not known', async () => {
    const network = chain.asNetwork(2);
    expect(await network.receipt(`0x${'12'.repeat(32)}`)).toBeNull();
    expect(await network.isKnown(`0x${'12'.repeat(32)}`)).toBe(false);
  });

  test('what a contract refuses is reverted, and what the node refuses is refused', async () => {
    const network = chain.asNetwork(2);
    const tooMuch = { to: dollar, from: SOMEBODY, data: `0xa9059cbb${'0'.repeat(64)}${'f'.repeat(64)}` as Hex };
    await expect(network.estimateGas(tooMuch)).rejects.toMatchObject({ reason: 'reverted' });
    await expect(network.call(tooMuch)).rejects.toMatchObject({ reason: 'reverted' });
    await expect(network.broadcast('0x00')).rejects.toMatchObject({ reason: 'refused' });
  });

  test('an error of a node is no refusal of the contract; what the contract said is, whatever its code', async () => {
    const estimates = (error: object) =>
      behind((method, answer) => (method === 'eth_estimateGas' ? { ...answer, result: undefined, error } : answer));
    const transfer = { to: dollar, from: FAUCET, data: transferData(SOMEBODY, 1n) };
    const closed = await estimates({ code: -32_601, message: 'the method is not available' });
    const paused = await estimates({ code: -32_000, message: 'VM error', data: '0x08c379a0' });
    const silent = chain.asNetwork(2, [closed, closed]);
    await expect(silent.refuses(transfer)).rejects.toMatchObject({ reason: 'refused' });
    await expect(silent.estimateGas(transfer)).rejects.toMatchObject({ reason: 'refused' });
    expect(await chain.asNetwork(2, [closed, await honest()]).estimateGas(transfer)).toBeGreaterThan(21_000n);
    expect(await chain.asNetwork(2, [paused, paused]).refuses(transfer)).toBe(true);
    // As nodes of geth's family tell of a contract that gives no reason.
    const curt = await estimates({ code: -32_000, message: 'execution reverted' });
    expect(await chain.asNetwork(2, [curt, curt]).refuses(transfer)).toBe(true);
    const beside = await estimates({ code: -32_000, message: 'execution reverted: out of time' });
    await expect(chain.asNetwork(2, [beside, beside]).refuses(transfer)).rejects.toMatchObject({ reason: 'refused' });
  });

  test('a node of another chain is not believed, and one that plays a chain is no real one', async () => {
    const other = createEvmChain({ network: 2, chainId: 56, simulated: true, urls: [chain.url], clock: Date });
    await expect(other.head()).rejects.toMatchObject({ reason: 'implausible' });
    const real = createEvmChain({
      network: 2,
      chainId: 31_337,
      simulated: false,
      urls: [chain.url, chain.url],
      clock: Date,
    });
    await expect(real.head()).rejects.toMatchObject({ reason: 'refused' });
  });

  test('a real chain cannot be read through one endpoint', () => {
    expect(() =>
      createEvmChain({ network: 2, chainId: 56, simulated: false, urls: ['https://rpc.example'], clock: Date }),
    ).toThrow('two endpoints');
  });

  test('silence is a timeout, nonsense is malformed, a closed door is unreachable', async () => {
    const of = (url: string, timeoutMs = 60_000) =>
      createEvmChain({ network: 2, chainId: 31_337, simulated: true, urls: [url], clock: Date, timeoutMs });
    await expect(of(await behind(() => 'silence'), 50).head()).rejects.toMatchObject({ reason: 'timeout' });
    await expect(of(await behind(() => ({ result: 'soon' }))).head()).rejects.toMatchObject({ reason: 'implausible' });
    await expect(of(await behind(() => [])).head()).rejects.toMatchObject({ reason: 'malformed' });
    await expect(of('http://127.0.0.1:1').head()).rejects.toMatchObject({ reason: 'unreachable' });
    const other = await behind((method, answer) =>
      method === 'eth_getLogs' ? { result: [{ ...logOf(dollar), blockNumber: '0xffff' }] } : answer,
    );
    await expect(of(other).transfers({ tokens: [dollar], fromBlock: 0, toBlock: 1 })).rejects.toMatchObject({
      reason: 'malformed',
    });
  });
});

const logOf = (address: Hex): object => ({
  address,
  topics: [],
  data: '0x',
  blockNumber: '0x1',
  blockHash: `0x${'0'.repeat(64)}`,
  transactionHash: `0x${'0'.repeat(64)}`,
  logIndex: '0x0',
});

describe('several endpoints', () => {
  test('two that agree are believed', async () => {
    const network = chain.asNetwork(2, [await honest(), await honest()]);
    expect((await network.head()).hash).toBe((await chain.asNetwork(2).head()).hash);
  });

  test('one of two that tells another block is a contradiction; of three it is outvoted', async () => {
    await expect(chain.asNetwork(2, [await honest(), await liar()]).head()).rejects.toMatchObject({
      reason: 'implausible',
    });
    const three = chain.asNetwork(2, [await liar(), await honest(), await honest()]);
    expect((await three.head()).hash).toBe((await chain.asNetwork(2).head()).hash);
  });

  test('one of two that does not answer leaves it open; a transaction reaches whoever answers', async () => {
    const network = chain.asNetwork(2, ['http://127.0.0.1:1', await honest()]);
    await expect(network.head()).rejects.toMatchObject({ reason: 'unreachable' });
    // Not a transaction; but it was refused by one who answered, and the other might have passed it on.
    await expect(network.broadcast('0x00')).rejects.toMatchObject({ reason: 'unreachable' });
  });

  test('the head is the block that both have; what only one knows is not ready', async () => {
    const { number } = await chain.asNetwork(2).head();
    const slow = await behind((method, answer) => {
      if (method === 'eth_blockNumber') return { result: `0x${(number - 1).toString(16)}` };
      return method === 'eth_getTransactionReceipt' ? { result: null } : answer;
    });
    const network = chain.asNetwork(2, [await honest(), slow]);
    expect((await network.head()).number).toBe(number - 1);
    const { transactionHash } = await chain.sendTokens(dollar, SOMEBODY, 1n);
    await expect(network.receipt(transactionHash)).rejects.toMatchObject({ reason: 'not_ready' });
  });

  test('a log that one of two leaves out is a contradiction', async () => {
    const hiding = await behind((method, answer) => (method === 'eth_getLogs' ? { result: [] } : answer));
    const network = chain.asNetwork(2, [await honest(), hiding]);
    const query = { tokens: [dollar], fromBlock: 0, toBlock: 2 };
    await expect(network.transfers(query)).rejects.toMatchObject({ reason: 'implausible' });
  });

  test('an amount that one of two changes is a contradiction', async () => {
    const { transactionHash } = await chain.sendTokens(dollar, SOMEBODY, 3n);
    const generous = await behind((method, answer) => {
      const larger = (log: object) => ({ ...log, data: `0x${'0'.repeat(48)}${'f'.repeat(16)}` });
      if (method === 'eth_getLogs') return { result: (answer.result as object[]).map(larger) };
      if (method !== 'eth_getTransactionReceipt') return answer;
      const receipt = answer.result as { logs: object[] };
      return { result: { ...receipt, logs: receipt.logs.map(larger) } };
    });
    const network = chain.asNetwork(2, [await honest(), generous]);
    const query = { tokens: [dollar], fromBlock: 0, toBlock: 2 };
    await expect(network.transfers(query)).rejects.toMatchObject({ reason: 'implausible' });
    await expect(network.receipt(transactionHash)).rejects.toMatchObject({ reason: 'implausible' });
  });
});

describe('balances of many', () => {
  const MANY = 250;
  const addressOf = (n: number): Hex => `0x${(n + 1).toString(16).padStart(40, '0')}`;
  const ask = async (urls: readonly string[]) => {
    const network = chain.asNetwork(2, urls);
    const { number } = await network.head();
    const places = Array.from({ length: MANY }, (_, n) => ({ token: dollar, address: addressOf(n) }));
    return network.tokenBalances(places, number);
  };
  /** Says no to whoever asks about one address, in a list or alone. */
  const without = (address: Hex): Promise<string> =>
    behind((_, answer, asked) => {
      const no = { code: -32_000, message: 'missing trie node' };
      const isAbout = (question: unknown) => JSON.stringify(question).includes(address.slice(2));
      const questions = JSON.parse(asked) as { id: number }[];
      if (!Array.isArray(answer)) return isAbout(questions) ? { error: no } : answer;
      const refused = questions.filter(isAbout).map(({ id }) => id);
      return (answer as { id: number }[]).map((each) =>
        refused.includes(each.id) ? { id: each.id, error: no } : each,
      );
    });
  const expected = (changed: Readonly<Record<number, bigint | null>>) =>
    Array.from({ length: MANY }, (_, n) => (n in changed ? changed[n] : 0n));

  beforeAll(async () => {
    await chain.sendTokens(dollar, addressOf(3), 7n);
    await chain.sendTokens(dollar, addressOf(249), 9n);
  });

  test('are told in few questions, in their own order whatever order they come in', async () => {
    let questions = 0;
    const counting = await behind((_, answer) => {
      questions += 1;
      return Array.isArray(answer) ? answer.toReversed() : answer;
    });
    expect(await ask([counting, await honest()])).toEqual(expected({ 3: 7n, 249: 9n }));
    // What chain it is, its head, and three lists.
    expect(questions).toBeLessThan(10);
  });

  test('are told but for one that a node says nothing of', async () => {
    expect(await ask([await without(addressOf(120)), await honest()])).toEqual(expected({ 3: 7n, 120: null, 249: 9n }));
  });

  test('are told one by one by whoever takes no lists', async () => {
    const one = await behind((_, answer) =>
      Array.isArray(answer) ? { id: null, error: { code: -32_600, message: 'no batches' } } : answer,
    );
    expect(await ask([one, await honest()])).toEqual(expected({ 3: 7n, 249: 9n }));
  });

  test('are a failure where the chain is away', async () => {
    const away = await behind((method, answer) => (method === undefined || method === 'eth_call' ? [] : answer));
    await expect(ask([away, await honest()])).rejects.toMatchObject({ name: 'OutsideFailure' });
  });
});
