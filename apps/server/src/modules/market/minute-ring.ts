import type { Minute } from '../../ports.ts';

/** The last minutes of a pair, each once, oldest first. The oldest falls out when it is full. */
export class MinuteRing {
  readonly #size: number;
  #minutes: Minute[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  get all(): readonly Minute[] {
    return this.#minutes;
  }

  get last(): Minute | undefined {
    return this.#minutes.at(-1);
  }

  /** A minute as it stands now, or as it ended. */
  put(minute: Minute): void {
    const after = this.#minutes.findLastIndex(({ openAt }) => openAt <= minute.openAt);
    if (this.#minutes[after]?.openAt === minute.openAt) this.#minutes[after] = minute;
    else this.#minutes.splice(after + 1, 0, minute);
    if (this.#minutes.length > this.#size) this.#minutes.shift();
  }
}
