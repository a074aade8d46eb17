import '../../scripts/pinned-node.ts';
import { createChain, difficultyOfBits, subsidySat, targetOfBits, type ChainBlock } from './chain/chain-model.ts';
import { setClock } from './program/control.ts';
import {
  closeServer,
  createJsonServer,
  fields,
  listen,
  Refused,
  type Answer,
  type Question,
} from './program/json-http.ts';
import { readOptions, runUntilStopped } from './program/program.ts';
import { createVirtualClock } from './program/virtual-clock.ts';

/**
 * The Bitcoin network behind two doors on one port: bitcoind's JSON-RPC (`POST /`) and Esplora's HTTP API (`GET /blocks/…`).
 *
 *   node simulators/src/network.ts --port 8332 --seed demo [--user u --password p]
 *   POST /clock {at, running}   POST /fault {kind: none | down | slow {ms} | malformed | lying | jump | busy | testnet | cheap | fallen | strayed}
 */
type Fault =
  | { kind: 'none' | 'down' | 'malformed' | 'lying' | 'jump' | 'busy' | 'testnet' | 'cheap' | 'fallen' | 'strayed' }
  | { kind: 'slow'; ms: number };

const options = readOptions(process.argv.slice(2), ['port', 'seed', 'user', 'password']);
const chain = createChain(options.text('seed', 'demo'));
const clock = createVirtualClock();
const user = options.text('user', '');
const expected = `Basic ${Buffer.from(`${user}:${options.text('password', '')}`).toString('base64')}`;
let fault: Fault = { kind: 'none' };

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const tip = (): number => {
  const height = chain.tipAt(clock.now());
  if (height === null) throw new RpcError(-28, 'Loading block index…');
  return fault.kind === 'fallen' ? height - 100 : height;
};

/** Block 0 of the main chain, and of the chain that a node on testnet has. */
const mainGenesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const testnetGenesis = '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943';

const hashAt = (height: unknown): string => {
  if (height === 0) return fault.kind === 'testnet' ? testnetGenesis : mainGenesis;
  return known(fault.kind === 'strayed' && typeof height === 'number' ? height - 144 : height).hash;
};

const hex = (bits: number): string => bits.toString(16).padStart(8, '0');
const target = (bits: number): string => targetOfBits(bits).toString(16).padStart(64, '0');

/** The bits that this node claims: five times easier than the truth while the fault is on. */
const bitsOf = (height: number): number => {
  const bits = chain.bitsOf(height);
  return fault.kind === 'jump' ? bits + 0x1000000 : bits;
};

const claimedDifficulty = (bits: number): number => difficultyOfBits(bits) * (fault.kind === 'lying' ? 1.01 : 1);

const known = (height: unknown): ChainBlock => {
  if (typeof height !== 'number' || !Number.isInteger(height)) throw new RpcError(-1, 'JSON value is not an integer');
  if (height < chain.firstHeight || height > tip()) throw new RpcError(-8, 'Block height out of range');
  const block = { ...chain.block(height), bits: bitsOf(height) };
  return fault.kind === 'cheap' ? { ...block, hash: withoutWork(block.hash) } : block;
};

/** The same hash without the zeros that the work made. */
const withoutWork = (hash: string): string => `f${hash.slice(1)}`;
const withWork = (hash: string): string => `0${hash.slice(1)}`;

const byHash = (hash: unknown): ChainBlock => {
  const height = chain.heightOfHash(withWork(String(hash)));
  if (height === null || height > tip()) throw new RpcError(-5, 'Block not found');
  return known(height);
};

const header = (block: ChainBlock): unknown => ({
  hash: block.hash,
  confirmations: tip() - block.height + 1,
  height: block.height,
  version: 536870912,
  versionHex: '20000000',
  merkleroot: block.hash,
  time: block.time,
  mediantime: block.medianTime,
  nonce: 0,
  bits: hex(block.bits),
  target: target(block.bits),
  difficulty: claimedDifficulty(block.bits),
  chainwork: '0'.repeat(64),
  nTx: 3000,
  previousblockhash: block.previousHash,
  ...(block.height < tip() ? { nextblockhash: chain.block(block.height + 1).hash } : {}),
});

const miningInfo = (): unknown => {
  const height = tip();
  const bits = bitsOf(height);
  const next = bitsOf(height + 1);
  return {
    blocks: height,
    currentblockweight: 3993000,
    currentblocktx: 3000,
    bits: hex(bits),
    difficulty: claimedDifficulty(bits),
    target: target(bits),
    networkhashps: (difficultyOfBits(bits) * 4294967296) / 600,
    pooledtx: 0,
    blockmintxfee: 0.00001,
    chain: 'main',
    next: { height: height + 1, bits: hex(next), difficulty: claimedDifficulty(next), target: target(next) },
    warnings: [],
  };
};

const chainInfo = (): unknown => {
  const block = known(tip());
  return {
    chain: 'main',
    blocks: block.height,
    headers: block.height,
    bestblockhash: block.hash,
    bits: hex(block.bits),
    target: target(block.bits),
    difficulty: claimedDifficulty(block.bits),
    time: block.time,
    mediantime: block.medianTime,
    verificationprogress: 1,
    initialblockdownload: false,
    chainwork: '0'.repeat(64),
    size_on_disk: 0,
    pruned: false,
    warnings: [],
  };
};

const call = (method: unknown, params: unknown[]): unknown => {
  switch (method) {
    case 'getmininginfo':
      return miningInfo();
    case 'getblockchaininfo':
      return chainInfo();
    case 'getblockcount':
      return tip();
    case 'getdifficulty':
      return claimedDifficulty(bitsOf(tip()));
    case 'getbestblockhash':
      return known(tip()).hash;
    case 'getblockhash':
      return hashAt(params[0]);
    case 'getblockheader':
      return header(byHash(params[0]));
    case 'getblockstats': {
      const block = typeof params[0] === 'number' ? known(params[0]) : byHash(params[0]);
      return {
        height: block.height,
        blockhash: block.hash,
        time: block.time,
        mediantime: block.medianTime,
        subsidy: Number(subsidySat(block.height)),
        totalfee: 2_000_000 + (block.height % 97) * 11_003,
        txs: 3000,
      };
    }
    default:
      throw new RpcError(-32601, 'Method not found');
  }
};

const rpc = (body: unknown): Answer => {
  const { method, params, id } = fields(body);
  try {
    return { body: { result: call(method, Array.isArray(params) ? params : []), error: null, id: id ?? null } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const refusal = { result: null, error: { code: error.code, message: error.message }, id: id ?? null };
    // As bitcoind: 404 for an unknown method, 500 for every other error.
    return { status: error.code === -32601 ? 404 : 500, body: refusal };
  }
};

const esploraBlock = (block: ChainBlock): unknown => ({
  id: block.hash,
  height: block.height,
  version: 536870912,
  timestamp: block.time,
  mediantime: block.medianTime,
  tx_count: 3000,
  size: 1_500_000,
  weight: 3_993_000,
  merkle_root: block.hash,
  previousblockhash: block.previousHash,
  nonce: 0,
  bits: block.bits,
  difficulty: claimedDifficulty(block.bits),
});

const esplora = (path: string): Answer => {
  try {
    if (path === '/blocks/tip/height') return { body: tip(), raw: true };
    if (path === '/blocks/tip/hash') return { body: known(tip()).hash, raw: true };
    const [, kind, key] = /^\/(block|block-height)\/([0-9a-f]+)$/.exec(path) ?? [];
    if (kind === 'block') return { body: esploraBlock(byHash(key)) };
    if (kind === 'block-height') return { body: hashAt(Number(key)), raw: true };
  } catch (error) {
    if (error instanceof RpcError) return { status: 404, body: 'Block not found', raw: true };
    throw error;
  }
  return { status: 404, body: 'not found', raw: true };
};

const answer = async ({ method, path, headers, body }: Question): Promise<Answer | null> => {
  if (method === 'POST' && path === '/clock') return { body: setClock(clock, body) };
  if (method === 'POST' && path === '/fault') {
    fault = fields(body) as Fault;
    return { body: fault };
  }
  if (fault.kind === 'down') return null;
  if (fault.kind === 'busy') return { status: 503, body: 'Work queue depth exceeded', raw: true };
  if (fault.kind === 'malformed') return { body: '{"result":{"blocks":', raw: true };
  if (fault.kind === 'slow') {
    const { ms } = fault;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  if (method === 'GET') return esplora(path);
  if (user !== '' && headers.authorization !== expected) throw new Refused(401, null);
  return rpc(body);
};

const server = createJsonServer(answer);
const port = await listen(server, options.number('port', 8332));
runUntilStopped({ port, simulated: true }, options.parent, () => closeServer(server));
