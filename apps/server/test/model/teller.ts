import { isDeepStrictEqual } from 'node:util';
import { createPool } from '../../src/db/pool.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import type { Command } from '../../src/ledger/command.ts';
import { createFunnel, type Funnel } from '../../src/ledger/funnel.ts';
import { LEDGER_TABLES } from '../../src/composition/ledger-tables.ts';
import type { MoneyHouse } from '../money-house.ts';
import type pg from 'pg';

/** What a command came to, and what the books say it must. */
export interface Outcome {
  readonly expected: string;
  readonly real: string;
}
export const nothing: Outcome = { expected: 'ok', real: 'ok' };

const MARK = 'model';
type Start<R> = (funnel: Funnel, key: string) => Promise<R>;

/**
 * Carries commands out on a server that can be ended at any time. Whoever asked under a key and heard nothing asks the next server
 * again, as the member app does.
 */
export class Teller {
  readonly #house: MoneyHouse;
  readonly #url: string;
  readonly #owner: pg.Pool;
  #opened: { readonly funnel: Funnel; readonly pool: pg.Pool };
  #keys = 0;
  #endsDuringNext = false;
  /** What succeeded under a key, and what it told. */
  #kept: { readonly start: Start<unknown>; readonly key: string; readonly told: unknown }[] = [];

  constructor(house: MoneyHouse, database: TestDatabase, owner: pg.Pool) {
    const url = new URL(database.url);
    url.searchParams.set('application_name', MARK);
    this.#house = house;
    this.#url = url.href;
    this.#owner = owner;
    this.#opened = this.#open();
  }

  get funnel(): Funnel {
    return this.#opened.funnel;
  }

  /** For a new history: nothing was asked yet. */
  forget(): void {
    this.#kept = [];
    this.#endsDuringNext = false;
  }

  /** 'ok', or why not. */
  async told(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => 'ok',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
  }

  run(command: Command<never> | Command): Promise<string> {
    return this.told(this.funnel.run(command as Command));
  }

  /** Under a key of its own; `known` is told the result, once. */
  async keyed<R>(start: Start<R>, known: (result: R) => void = () => undefined): Promise<string> {
    const key = `key-${(this.#keys += 1)}`;
    if (this.#endsDuringNext) await this.#startAndEnd(start, key);
    try {
      const result = await this.#untilKnown(start, key);
      this.#kept.push({ start, key, told: asJson(result) });
      known(result);
      return 'ok';
    } catch (error) {
      return (error as { code?: string }).code ?? (error as Error).message;
    }
  }

  /** Asks again what was answered: the answer is the same, and nothing happens. */
  async replay(pick: number): Promise<string> {
    const asked = this.#kept[pick % Math.max(1, this.#kept.length)];
    if (asked === undefined) return 'ok';
    const again = asJson(await this.#untilKnown(asked.start, asked.key));
    return isDeepStrictEqual(again, asked.told) ? 'ok' : JSON.stringify([again, asked.told]);
  }

  /** The server ends now, or while it carries out the next command that has a key. */
  async restart(during: boolean): Promise<void> {
    if (during) this.#endsDuringNext = true;
    else await this.#end();
  }

  async close(): Promise<void> {
    await this.#opened.funnel.drain();
    await this.#opened.pool.end();
  }

  /** A busy machine says that it does not know yet: then it is asked again under the same key. */
  async #untilKnown<R>(start: Start<R>, key: string): Promise<R> {
    for (;;) {
      try {
        return await start(this.funnel, key);
      } catch (error) {
        if ((error as { code?: string }).code !== 'err_unavailable') throw error;
      }
    }
  }

  async #startAndEnd(start: Start<unknown>, key: string): Promise<void> {
    this.#endsDuringNext = false;
    const first = start(this.funnel, key).catch(() => undefined);
    await this.#end();
    await first;
  }

  /** Its connections are cut, whatever they are doing; then another one is there. */
  async #end(): Promise<void> {
    const before = this.#opened;
    await this.#owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [MARK],
    );
    this.#opened = this.#open();
    await before.funnel.drain();
    await before.pool.end();
  }

  #open(): { funnel: Funnel; pool: pg.Pool } {
    const { clock, random, bus, vault } = this.#house;
    const pool = createPool(this.#url, { max: 3, work: 'ledger' });
    return { pool, funnel: createFunnel({ pool, clock, random, bus, vault, tables: LEDGER_TABLES }) };
  }
}

const asJson = (result: unknown): unknown => JSON.parse(JSON.stringify(result));

/** One of those there are; undefined: there is none. */
export const one = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
