import type { Statements } from '../db/packet.ts';
import type { Keys, LedgerSequence } from './command.ts';
import { ask } from './statement.ts';

/** Fresh numbers that the commands of a batch may take. */
export class Sequences {
  readonly #wanted = new Map<LedgerSequence, number>();
  readonly #numbers = new Map<LedgerSequence, bigint[]>();

  want(numbers: NonNullable<Keys['numbers']>): void {
    for (const { sequence, count } of numbers)
      if (count > 0) this.#wanted.set(sequence, (this.#wanted.get(sequence) ?? 0) + count);
  }

  load(db: Statements): Promise<void>[] {
    return [...this.#wanted].map(async ([sequence, count]) => {
      const rows = await ask<[bigint]>(
        db,
        'ledger_sequence',
        'SELECT nextval($1::regclass) FROM generate_series(1, $2)',
        [sequence.name, count],
      );
      this.#numbers.set(sequence, rows.map(([value]) => value).toReversed());
    });
  }

  next(sequence: LedgerSequence): bigint {
    const number = this.#numbers.get(sequence)?.pop();
    if (number === undefined) throw new Error(`the command took more than its keys name: ${sequence.name}`);
    return number;
  }
}
