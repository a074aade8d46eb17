import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SigningRequest } from '../outside/signer/port.ts';
import { burntBy, type Counted, type Used } from './policy.ts';

/** What was signed under a request id. */
interface Kept {
  readonly nonce: number;
  readonly intent: string;
  /** Wei that it may burn at most: of the dearest transaction that was signed for it. */
  readonly burnt: bigint;
}

/** What the signer must not forget: it decides by this and by nobody's word. */
export interface SigningRecord {
  find(chainId: number, requestId: string): Kept | null;
  /** The request that has a nonce of an address; null: none. */
  findByNonce(chainId: number, from: string, nonce: number): string | null;
  used(chainId: number, day: string, asset: string): Used;
  /** On disk when it returns. */
  add(entry: NewEntry): void;
  /** A request may burn so much more from this day on. On disk when it returns. */
  raise(request: SigningRequest, day: string, more: bigint): void;
  close(): void;
}

interface NewEntry {
  readonly request: SigningRequest;
  readonly from: string;
  readonly intent: string;
  readonly day: string;
  readonly counted: Counted | null;
  readonly at: string;
}

/**
 * A file of SQLite, written through to the disk at every signature. Only one process has it at a time.
 * @throws Error with a sentence when another signer has it.
 */
export const openRecord = (file: string): SigningRecord => {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS signed (
        chain_id INTEGER NOT NULL, request_id TEXT NOT NULL, from_address TEXT NOT NULL, nonce INTEGER NOT NULL, intent TEXT NOT NULL,
        day TEXT NOT NULL, asset TEXT, amount TEXT NOT NULL, gas TEXT NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (chain_id, request_id), UNIQUE (chain_id, from_address, nonce)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS signed_day ON signed (chain_id, day);
      CREATE TABLE IF NOT EXISTS raised (chain_id INTEGER NOT NULL, request_id TEXT NOT NULL, day TEXT NOT NULL, gas TEXT NOT NULL) STRICT;
      CREATE INDEX IF NOT EXISTS raised_of ON raised (chain_id, request_id);
      CREATE INDEX IF NOT EXISTS raised_day ON raised (chain_id, day);`);
  } catch (cause) {
    db.close();
    throw new Error(`${file} cannot be had: another signer works on it, or it is no record of ours`, { cause });
  }
  return new SqliteRecord(db);
};

const sumOf = (rows: readonly { gas: string }[]): bigint => rows.reduce((sum, { gas }) => sum + BigInt(gas), 0n);

class SqliteRecord implements SigningRecord {
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #findByNonce: StatementSync;
  readonly #add: StatementSync;
  readonly #raised: StatementSync;
  readonly #raise: StatementSync;
  /** Sums of a day: amounts exceed what SQLite adds up exactly. */
  readonly #days = new Map<string, { amounts: Map<string, bigint>; gas: bigint }>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#find = db.prepare('SELECT nonce, intent, gas FROM signed WHERE chain_id = ? AND request_id = ?');
    this.#findByNonce = db.prepare(
      'SELECT request_id AS id FROM signed WHERE chain_id = ? AND from_address = ? AND nonce = ?',
    );
    this.#raised = db.prepare('SELECT gas FROM raised WHERE chain_id = ? AND request_id = ?');
    this.#raise = db.prepare('INSERT INTO raised (chain_id, request_id, day, gas) VALUES (?, ?, ?, ?)');
    this.#add = db.prepare(
      'INSERT INTO signed (chain_id, request_id, from_address, nonce, intent, day, asset, amount, gas, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
  }

  find(chainId: number, requestId: string): Kept | null {
    const row = this.#find.get(chainId, requestId) as { nonce: number; intent: string; gas: string } | undefined;
    if (row === undefined) return null;
    const raised = this.#raised.all(chainId, requestId) as { gas: string }[];
    return { nonce: row.nonce, intent: row.intent, burnt: sumOf([row, ...raised]) };
  }

  findByNonce(chainId: number, from: string, nonce: number): string | null {
    const row = this.#findByNonce.get(chainId, from, nonce) as { id: string } | undefined;
    return row?.id ?? null;
  }

  used(chainId: number, day: string, asset: string): Used {
    const { amounts, gas } = this.#day(chainId, day);
    return { amount: amounts.get(asset) ?? 0n, gas };
  }

  add({ request, from, intent, day, counted, at }: NewEntry): void {
    const { chainId, requestId, nonce } = request;
    const burnt = burntBy(request);
    const amount = counted?.amount ?? 0n;
    const sums = this.#day(chainId, day);
    this.#add.run(
      chainId,
      requestId,
      from,
      nonce,
      intent,
      day,
      counted?.asset ?? null,
      amount.toString(),
      burnt.toString(),
      at,
    );
    sums.gas += burnt;
    if (counted !== null) sums.amounts.set(counted.asset, (sums.amounts.get(counted.asset) ?? 0n) + amount);
  }

  raise({ chainId, requestId }: SigningRequest, day: string, more: bigint): void {
    const sums = this.#day(chainId, day);
    this.#raise.run(chainId, requestId, day, more.toString());
    sums.gas += more;
  }

  close(): void {
    this.#db.close();
  }

  #day(chainId: number, day: string): { amounts: Map<string, bigint>; gas: bigint } {
    const name = `${chainId} ${day}`;
    const known = this.#days.get(name);
    if (known !== undefined) return known;
    const rows = this.#db
      .prepare('SELECT asset, amount, gas FROM signed WHERE chain_id = ? AND day = ?')
      .all(chainId, day);
    const raised = this.#db.prepare('SELECT gas FROM raised WHERE chain_id = ? AND day = ?').all(chainId, day);
    const sums = { amounts: new Map<string, bigint>(), gas: sumOf([...rows, ...raised] as { gas: string }[]) };
    for (const { asset, amount } of rows as { asset: string | null; amount: string }[]) {
      if (asset !== null) sums.amounts.set(asset, (sums.amounts.get(asset) ?? 0n) + BigInt(amount));
    }
    // Yesterday's sums are asked for no more.
    if (this.#days.size > 16) this.#days.clear();
    this.#days.set(name, sums);
    return sums;
  }
}
