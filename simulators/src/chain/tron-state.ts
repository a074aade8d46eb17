import { createHash } from 'node:crypto';

/** Forty small digits, without TRON's version byte. */
type Address = string;
export type TronTransfer = { contract: Address; from: Address; to: Address; value: string };
export type TronTransaction = { id: string; transfers: TronTransfer[]; failed: boolean };
export type TronBlock = { number: number; id: string; parentId: string; at: number; transactions: TronTransaction[] };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** The first eight bytes of a block's id are its number. */
const idOf = (number: number, rest: string): string => number.toString(16).padStart(16, '0') + rest.slice(0, 48);

/** Blocks are at least so far from each other, however quickly they are made. */
const BLOCK_MS = 1;
const FIRST_AT = 1_700_000_000_000;

/** A chain as TRON's: blocks by number, of which those some way behind the head are solid. Tokens are rich enough. */
export class TronState {
  readonly blocks: TronBlock[];
  readonly pending: TronTransaction[] = [];
  /** Blocks behind the head that are solid. */
  readonly solidAfter: number;
  #now: () => number;
  #sent: number;

  /**
   * The last four bytes of the first block's id are the chain's id.
   * @param salt chains of one salt that live the same have the same blocks
   */
  constructor(chainId: number, solidAfter = 19, now = (): number => FIRST_AT, salt = 0) {
    this.solidAfter = solidAfter;
    this.#sent = salt;
    this.#now = now;
    const id = `${'0'.repeat(16)}${sha256('genesis').slice(0, 40)}${chainId.toString(16).padStart(8, '0')}`;
    this.blocks = [{ number: 0, id, parentId: '0'.repeat(64), at: 0, transactions: [] }];
  }

  get head(): TronBlock {
    return this.blocks.at(-1)!;
  }

  /** The newest block that is not taken back any more. */
  solid(behind = 0): TronBlock {
    return this.blocks[Math.max(0, this.blocks.length - 1 - behind - this.solidAfter)]!;
  }

  /** Hands in a transaction that moves tokens; it waits for a block. */
  send(transfers: TronTransfer[], failed = false): string {
    const id = sha256(`${this.head.id}:${(this.#sent += 1)}:${this.blocks.length}:${JSON.stringify(transfers)}`);
    this.pending.push({ id, transfers, failed });
    return id;
  }

  mine(blocks = 1): TronBlock {
    for (let i = 0; i < blocks; i += 1) {
      const parent = this.head;
      const number = parent.number + 1;
      const transactions = this.pending.splice(0);
      const salt = `${parent.id}:${transactions.map(({ id }) => id).join()}:${(this.#sent += 1)}`;
      const at = Math.max(this.#now(), parent.at + BLOCK_MS);
      this.blocks.push({ number, id: idOf(number, sha256(salt)), parentId: parent.id, at, transactions });
    }
    return this.head;
  }

  /** Takes blocks back, never solid ones, and puts as many and one in their place; what stood in them waits again, or is forgotten. */
  reorganise(depth: number, keep: () => boolean = () => false): void {
    const back = Math.min(depth, this.solidAfter - 1, this.blocks.length - 1);
    const taken = this.blocks.splice(this.blocks.length - back);
    this.mine();
    this.pending.push(...taken.flatMap(({ transactions }) => transactions).filter(keep));
    this.mine(back);
  }

  find(id: string, upTo = this.head.number): { block: TronBlock; transaction: TronTransaction } | null {
    for (let number = upTo; number > 0; number -= 1) {
      const block = this.blocks[number]!;
      const transaction = block.transactions.find((each) => each.id === id);
      if (transaction !== undefined) return { block, transaction };
    }
    return null;
  }

  /** What somebody holds of a token by a block: what came less what went. Whoever sends what never came had it all along. */
  balanceOf(contract: Address, address: Address, upTo: number): bigint {
    let held = 0n;
    for (const { transactions } of this.blocks.slice(0, upTo + 1))
      for (const { transfers, failed } of transactions)
        for (const each of failed ? [] : transfers.filter((transfer) => transfer.contract === contract)) {
          if (each.to === address) held += BigInt(each.value);
          if (each.from === address) held -= BigInt(each.value);
        }
    return held > 0n ? held : 0n;
  }

  /** What `restore` takes. */
  save(): string {
    return JSON.stringify({ sent: this.#sent, blocks: this.blocks.slice(1) });
  }

  /** @throws where the text is no chain. */
  restore(text: string): void {
    const { sent, blocks } = JSON.parse(text) as { sent: number; blocks: TronBlock[] };
    this.#sent = sent;
    if (blocks.some(({ number }, index) => number !== index + 1)) throw new Error('blocks are missing');
    this.blocks.push(...blocks);
  }
}
