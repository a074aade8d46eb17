import { keccak, readTransaction, type RawTransaction } from './chain-transaction.ts';

export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NOBODY = `0x${'0'.repeat(40)}`;

type Log = { address: string; topics: string[]; data: string };
export type Receipt = {
  hash: string;
  blockNumber: number;
  succeeded: boolean;
  logs: Log[];
  transaction: RawTransaction;
};
export type Block = { number: number; hash: string; parentHash: string; at: number; receipts: Receipt[] };

/** A node's no, in the shape of JSON-RPC. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
export const topicOf = (address: string): string => `0x${word(BigInt(address))}`;
const addressAt = (data: string, place: number): string =>
  `0x${data.slice(10 + place * 64 + 24, 10 + place * 64 + 64)}`;
const numberAt = (data: string, place: number): bigint =>
  BigInt(`0x${data.slice(10 + place * 64, 10 + (place + 1) * 64)}`);

/** Tokens, items and coins are rich enough; what counts is who has them. */
export class ChainState {
  readonly chainId: number;
  readonly blocks: Block[];
  readonly receipts = new Map<string, Receipt>();
  /** Receivers whose contract takes nothing. */
  readonly refusing = new Set<string>();
  /** Contracts that are paused: they move nothing for anybody. */
  readonly paused = new Set<string>();
  /** Blocks behind the head that are final; many on a chain whose blocks come long before their finality. */
  finalAfter: number;
  /** Gas without which it takes no transaction: 21 000 and, as on Arbitrum, a part for the chain below that changes. */
  leastGas = 21_000n;
  #tokens = new Map<string, bigint>();
  #items = new Map<string, string>();
  #used = new Map<string, number[]>();
  #waiting = new Map<string, Map<number, RawTransaction>>();
  #undo: (() => void)[][] = [[]];
  #salt = 0;
  #payers = 0;

  constructor(chainId: number, finalAfter = 4) {
    this.chainId = chainId;
    this.finalAfter = finalAfter;
    this.blocks = [
      { number: 0, hash: keccak(Buffer.from('genesis')), parentHash: `0x${word(0)}`, at: 1_700_000_000, receipts: [] },
    ];
  }

  get head(): Block {
    return this.blocks.at(-1)!;
  }

  /** Gives tokens from nowhere, before anything is mined. */
  mint(token: string, owner: string, amount: bigint): void {
    this.#tokens.set(`${token}:${owner}`, this.tokens(token, owner) + amount);
  }

  mintItem(contract: string, id: bigint, owner: string): void {
    this.#items.set(`${contract}:${id}`, owner);
  }

  tokens(token: string, owner: string): bigint {
    return this.#tokens.get(`${token}:${owner}`) ?? 0n;
  }

  ownerOf(contract: string, id: bigint): string | null {
    return this.#items.get(`${contract}:${id}`) ?? null;
  }

  /** Transactions of an account in blocks up to this one. */
  used(from: string, upTo = this.head.number): number {
    return (this.#used.get(from) ?? []).filter((block) => block <= upTo).length;
  }

  findWaiting(hash: string): RawTransaction | null {
    for (const own of this.#waiting.values()) for (const each of own.values()) if (each.hash === hash) return each;
    return null;
  }

  /** Takes a signed transaction as nodes of the geth family do. */
  take(raw: string): string {
    const transaction = readTransaction(raw, this.chainId);
    const { from, nonce, hash, fee, tip, gas } = transaction;
    if (gas < this.leastGas) throw new RpcError(-32_000, 'intrinsic gas too low');
    if (nonce < this.used(from)) throw new RpcError(-32_000, 'nonce too low');
    const own = this.#waiting.get(from) ?? new Map<number, RawTransaction>();
    const before = own.get(nonce);
    if (before?.hash === hash) throw new RpcError(-32_000, 'already known');
    if (before !== undefined && (fee * 10n < before.fee * 11n || tip * 10n < before.tip * 11n))
      throw new RpcError(-32_000, 'replacement transaction underpriced');
    own.set(nonce, transaction);
    this.#waiting.set(from, own);
    return hash;
  }

  /** Somebody whose key is nobody's matter sends new tokens: the transfer waits like any other. Gives its hash. */
  pay(token: string, to: string, amount: bigint): string {
    const from = `0xfeed${(this.#payers += 1).toString(16).padStart(36, '0')}`;
    this.mint(token, from, amount);
    const data = `0xa9059cbb${topicOf(to).slice(2)}${word(amount)}`;
    const hash = keccak(Buffer.from(`${this.chainId}:${from}:${data}`));
    const terms = { nonce: 0, tip: 1n, fee: 1n, gas: 60_000n, value: 0n };
    this.#waiting.set(from, new Map([[0, { hash, raw: '0x', from, to: token, data, ...terms }]]));
    return hash;
  }

  /** Forgets what waits, as nodes under load do. */
  forget(share: () => boolean): void {
    for (const own of this.#waiting.values()) for (const nonce of own.keys()) if (share()) own.delete(nonce);
  }

  mine(most = 200): Block {
    const number = this.head.number + 1;
    const hash = keccak(Buffer.from(`${this.head.hash}:${number}:${(this.#salt += 1)}`));
    const block: Block = { number, hash, parentHash: this.head.hash, at: this.head.at + 1, receipts: [] };
    this.blocks.push(block);
    this.#undo.push([]);
    for (const [from, own] of this.#waiting) {
      for (
        let next = own.get(this.used(from));
        next !== undefined && block.receipts.length < most;
        next = own.get(this.used(from))
      ) {
        own.delete(next.nonce);
        this.#include(block, next);
      }
    }
    return block;
  }

  /** Takes blocks back, never final ones; what stood in them waits again, or is forgotten. */
  reorganise(depth: number, keep: () => boolean): void {
    const back = Math.min(depth, this.finalAfter - 1, this.blocks.length - 1);
    for (let i = 0; i < back; i += 1) {
      const { receipts } = this.blocks.pop()!;
      for (const undo of this.#undo.pop()!.toReversed()) undo();
      for (const { hash, transaction } of receipts) {
        this.receipts.delete(hash);
        const own = this.#waiting.get(transaction.from);
        if (keep() && own?.has(transaction.nonce) === false) own.set(transaction.nonce, transaction);
      }
    }
    for (let i = 0; i <= back; i += 1) this.mine(i === 0 ? 0 : 200);
  }

  /** What a call would do now: logs, or the contract's refusal. */
  try(from: string, to: string, data: string): Log[] {
    const { logs } = this.#run(from, to, data);
    if (logs === null) throw new RpcError(3, 'execution reverted');
    return logs;
  }

  #include(block: Block, transaction: RawTransaction): void {
    const { from, to, data, hash } = transaction;
    const used = this.#used.get(from) ?? [];
    used.push(block.number);
    this.#used.set(from, used);
    const undo = this.#undo.at(-1)!;
    undo.push(() => void used.pop());
    const { logs, apply } = this.#run(from, to, data);
    if (logs !== null) undo.push(apply());
    const receipt: Receipt = {
      hash,
      blockNumber: block.number,
      succeeded: logs !== null,
      logs: logs ?? [],
      transaction,
    };
    block.receipts.push(receipt);
    this.receipts.set(hash, receipt);
  }

  #run(from: string, to: string, data: string): { logs: Log[] | null; apply: () => () => void } {
    const selector = data.slice(0, 10);
    const nothing = { logs: [], apply: () => () => undefined };
    if (selector === '0xa9059cbb') return this.#transfer(from, to, addressAt(data, 0), numberAt(data, 1));
    if (selector === '0x42842e0e') return this.#sendItem(from, to, addressAt(data, 1), numberAt(data, 2));
    return nothing;
  }

  #refuses(contract: string, to: string): boolean {
    return this.paused.has(contract) || this.refusing.has(to) || to === NOBODY;
  }

  #transfer(from: string, token: string, to: string, amount: bigint) {
    const refused = this.#refuses(token, to) || this.tokens(token, from) < amount;
    const log = { address: token, topics: [TRANSFER_TOPIC, topicOf(from), topicOf(to)], data: `0x${word(amount)}` };
    const move = (source: string, destination: string): void => {
      this.#tokens.set(`${token}:${source}`, this.tokens(token, source) - amount);
      this.#tokens.set(`${token}:${destination}`, this.tokens(token, destination) + amount);
    };
    const apply = (): (() => void) => {
      move(from, to);
      return () => move(to, from);
    };
    return { logs: refused ? null : [log], apply };
  }

  #sendItem(from: string, contract: string, to: string, id: bigint) {
    const refused = this.#refuses(contract, to) || this.ownerOf(contract, id) !== from;
    const log = {
      address: contract,
      topics: [TRANSFER_TOPIC, topicOf(from), topicOf(to), `0x${word(id)}`],
      data: '0x',
    };
    const apply = (): (() => void) => {
      this.#items.set(`${contract}:${id}`, to);
      return () => void this.#items.set(`${contract}:${id}`, from);
    };
    return { logs: refused ? null : [log], apply };
  }
}
