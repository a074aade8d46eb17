import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createBitcoindNetwork } from './bitcoind.ts';
import { MAIN_GENESIS } from './difficulty.ts';
import { createEsploraNetwork } from './esplora.ts';

/** Block 125 552 of the main chain; simulated chains have no work in them, so only a real one can tell. */
const HASH = '00000000000000001e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1d';
const BLOCK = {
  height: 125_552,
  version: 1,
  previousblockhash: '00000000000008a3a41b85b8b29ad444def299fee21793cd8b9e567eab02cd81',
  time: 1_305_998_791,
  mediantime: 1_305_995_000,
  bits: '1a44b9f2',
  nonce: 2_504_433_986,
};
const MERKLE = '2b12fcf1b09288fcaff797d71e950e71ae42b91e8bdb2304758dfcffc2b620e3';
type Block = typeof BLOCK;

let node: Server;
/** The node is still downloading the chain. */
let isYoung = false;
afterEach(() => {
  isYoung = false;
  node.close();
});

const at = async (answer: (path: string, body: string) => unknown): Promise<string> => {
  node = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const said = answer(request.url ?? '', body);
      response.end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
};

const answers = {
  esplora: (block: Block) => (path: string) => {
    if (path === '/block-height/0') return MAIN_GENESIS;
    if (path === '/blocks/tip/hash') return HASH;
    return { ...block, merkle_root: MERKLE, timestamp: block.time, bits: Number.parseInt(block.bits, 16) };
  },
  bitcoind: (block: Block) => (_: string, body: string) => {
    const { method } = JSON.parse(body) as { method: string };
    if (method === 'getblockchaininfo')
      return { result: { bestblockhash: HASH, initialblockdownload: isYoung }, error: null };
    if (method === 'getblockhash') return { result: MAIN_GENESIS, error: null };
    return { result: { ...block, merkleroot: MERKLE, difficulty: 244_112.487_774_34 }, error: null };
  },
};
const kinds = { esplora: createEsploraNetwork, bitcoind: createBitcoindNetwork };

describe.each(['esplora', 'bitcoind'] as const)('a real chain seen through %s', (kind) => {
  const tipOf = async (block: Block): Promise<number> => {
    const clock = { now: () => BLOCK.time * 1000 };
    const url = await at(answers[kind](block));
    const source = kinds[kind]({ sourceId: 'network', simulated: false, url, clock });
    // The first tip of all would have to be of our days.
    source.recall({ height: BLOCK.height - 1, bits: BLOCK.bits });
    return (await source.current()).height;
  };

  it('is believed by a header whose fields have its hash', async () => {
    expect(await tipOf(BLOCK)).toBe(BLOCK.height);
  });

  it.each<[string, Partial<Block>]>([
    ['nonce', { nonce: 1 }],
    ['time', { time: BLOCK.time + 1 }],
    ['version', { version: 2 }],
    ['block before', { previousblockhash: MAIN_GENESIS }],
  ])('is not believed with another %s', async (_, other) => {
    await expect(tipOf({ ...BLOCK, ...other })).rejects.toThrow('is not the hash of its header');
  });
});

it('bitcoind is asked later while it downloads the chain: its tip is one of long ago', async () => {
  isYoung = true;
  const url = await at(answers.bitcoind(BLOCK));
  const clock = { now: () => BLOCK.time * 1000 };
  const source = createBitcoindNetwork({ sourceId: 'network', simulated: false, url, clock });
  await expect(source.current()).rejects.toMatchObject({ reason: 'not_ready' });
});
