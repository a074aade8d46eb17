import type { FeedSocket } from './feed-socket.ts';

/** Written at a time; in between other answers get their turn. All at once, ten thousand made them wait for 121 ms. */
const CHUNK = 500;

type Round = {
  topic: string;
  frame: Buffer;
  sockets: Iterable<FeedSocket>;
  /** Who gets it, from when its turn came; whoever leaves after that takes nothing any more by itself. */
  list: readonly FeedSocket[] | null;
  next: number;
  /** When the first value of its topic began to wait for this turn. */
  since: number;
};

/** Writes frames to many sockets in chunks, in the order of the frames. */
export class Broadcast {
  readonly #rounds: Round[] = [];
  #turn: NodeJS.Immediate | null = null;
  readonly #delivered: (lateMs: number) => void;

  /** @param delivered hears of each frame how long it took until its last socket was written to */
  constructor(delivered: (lateMs: number) => void) {
    this.#delivered = delivered;
  }

  /** A frame whose turn has not come when the next one of its topic arrives is left out: only the latest is of use. */
  send(topic: string, frame: Buffer, sockets: Iterable<FeedSocket>): void {
    const waiting = this.#rounds.find((round) => round.topic === topic && round.list === null);
    if (waiting !== undefined) waiting.frame = frame;
    else this.#rounds.push({ topic, frame, sockets, list: null, next: 0, since: performance.now() });
    this.#turn ??= setImmediate(this.#write);
  }

  stop(): void {
    if (this.#turn !== null) clearImmediate(this.#turn);
    this.#rounds.length = 0;
  }

  readonly #write = (): void => {
    const now = Date.now();
    let left = CHUNK;
    for (let round = this.#rounds[0]; round !== undefined && left > 0; round = this.#rounds[0]) {
      const list = (round.list ??= [...round.sockets]);
      const end = Math.min(list.length, round.next + left);
      left -= end - round.next;
      for (let at = round.next; at < end; at += 1) list[at]!.write(round.frame, now);
      round.next = end;
      if (end < list.length) continue;
      this.#rounds.shift();
      this.#delivered(performance.now() - round.since);
    }
    this.#turn = this.#rounds.length > 0 ? setImmediate(this.#write) : null;
  };
}
