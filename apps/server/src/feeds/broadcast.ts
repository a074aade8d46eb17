import type { FeedSocket } from './feed-socket.ts';

/** Written at a time; in between other answers get their turn. All at once, ten thousand made them wait for 121 ms. */
const CHUNK = 500;

type Round = { topic: string; frame: Buffer; readers: Iterator<FeedSocket> | null; all: Iterable<FeedSocket> };

/** Writes frames to many sockets in chunks, in the order of the frames. */
export class Broadcast {
  readonly #rounds: Round[] = [];
  #next: NodeJS.Immediate | null = null;

  /** A frame whose turn has not come when the next one of its topic arrives is left out: only the latest is of use. */
  send(topic: string, frame: Buffer, readers: Iterable<FeedSocket>): void {
    const waiting = this.#rounds.find((round) => round.topic === topic && round.readers === null);
    if (waiting !== undefined) waiting.frame = frame;
    else this.#rounds.push({ topic, frame, readers: null, all: readers });
    this.#next ??= setImmediate(this.#write);
  }

  stop(): void {
    if (this.#next !== null) clearImmediate(this.#next);
    this.#rounds.length = 0;
  }

  readonly #write = (): void => {
    const now = Date.now();
    let left = CHUNK;
    while (left > 0) {
      const round = this.#rounds[0];
      if (round === undefined) break;
      round.readers ??= round.all[Symbol.iterator]();
      const { value, done } = round.readers.next();
      if (done) {
        this.#rounds.shift();
        continue;
      }
      value.write(round.frame, now);
      left -= 1;
    }
    this.#next = this.#rounds.length > 0 ? setImmediate(this.#write) : null;
  };
}
