/** Runs work a few at a time; the rest wait in line. */
export interface Turns {
  /**
   * @param subject whose work it is: of one subject only the first stands in the line that all share, the others behind it.
   * @param ahead it waits in a line of its own, which gets three of four turns as long as somebody stands there
   */
  <T>(work: () => Promise<T>, options?: { subject?: string | undefined; ahead?: boolean }): Promise<T>;
}

interface TurnsInput {
  atOnce: number;
  /** How many may wait, ahead as many again; one more is refused. */
  longestLine: number;
  /** How many of one subject may wait behind its first. */
  longestOwnLine?: number;
  refuse(): never;
}

/** Every fourth turn is for those who do not go ahead: a few accounts that sign in without end would otherwise keep out whoever is new. */
const OTHERS_EVERY = 4;

/** A line in which one stands behind the other; `leave` hands the turn over. */
class Line {
  readonly #atOnce: number;
  readonly #ahead: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #handedOver = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** False when it is longer than `longest`. */
  async enter(longest: number, ahead = false): Promise<boolean> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return true;
    }
    const waiting = ahead ? this.#ahead : this.#waiting;
    if (waiting.length >= longest) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  }

  leave(): void {
    this.#handedOver += 1;
    const lines = [this.#ahead, this.#waiting];
    if (this.#handedOver % OTHERS_EVERY === 0) lines.reverse();
    const next = lines[0]!.shift() ?? lines[1]!.shift();
    if (next === undefined) this.#running -= 1;
    else next(); // The turn is handed over, so the count stays.
  }
}

export const createTurns = ({ atOnce, longestLine, longestOwnLine = 0, refuse }: TurnsInput): Turns => {
  const shared = new Line(atOnce);
  const own = new Map<string, Line>();

  const inShared = async <T>(work: () => Promise<T>, ahead: boolean): Promise<T> => {
    if (!(await shared.enter(longestLine, ahead))) refuse();
    try {
      return await work();
    } finally {
      shared.leave();
    }
  };

  return async (work, { subject, ahead = false } = {}) => {
    if (subject === undefined) return inShared(work, ahead);
    const line = own.get(subject) ?? new Line(1);
    own.set(subject, line);
    if (!(await line.enter(longestOwnLine))) refuse();
    try {
      return await inShared(work, ahead);
    } finally {
      line.leave();
      if (line.isIdle) own.delete(subject);
    }
  };
};

/** One after the other, as many as want to. */
export const createQueue = (): Turns =>
  createTurns({
    atOnce: 1,
    longestLine: Infinity,
    refuse: () => {
      throw new Error('a line without an end turned somebody away');
    },
  });
