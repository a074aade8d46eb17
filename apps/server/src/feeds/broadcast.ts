import type { FeedSocket } from './feed-socket.ts';

/** So long is written at a time; in between other answers get their turn. All at once, ten thousand sockets made them wait for 121 ms. */
const SLICE_MS = 4;
/** Sockets between two looks at the clock. */
const LOOK_EVERY = 32;

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

/** Writes frames to many sockets in slices of time, in the order of the frames. */
export class Broadcast {
  readonly #rounds: Round[] = [];
  #turn: NodeJS.Immediate | null = null;
  readonly #delivered: (lateMs: number) => void;
  readonly #passedMs: () => number;

  /**
   * @param delivered hears of each frame how long it took until its last socket was written to
   * @param passedMs a clock that only goes on
   */
  constructor(delivered: (lateMs: number) => void, passedMs = () => performance.now()) {
    this.#delivered = delivered;
    this.#passedMs = passedMs;
  }

  /** A frame whose turn has not come when the next one of its topic arrives is left out: only the latest is of use. */
  send(topic: string, frame: Buffer, sockets: Iterable<FeedSocket>): void {
    const waiting = this.#rounds.find((round) => round.topic === topic && round.list === null);
    if (waiting !== undefined) waiting.frame = frame;
    else this.#rounds.push({ topic, frame, sockets, list: null, next: 0, since: this.#passedMs() });
    this.#turn ??= setImmediate(this.#write);
  }

  stop(): void {
    if (this.#turn !== null) clearImmediate(this.#turn);
    this.#rounds.length = 0;
  }

  readonly #write = (): void => {
    const now = Date.now();
    const until = this.#passedMs() + SLICE_MS;
    do this.#writeSome(now);
    while (this.#rounds.length > 0 && this.#passedMs() < until);
    this.#turn = this.#rounds.length > 0 ? setImmediate(this.#write) : null;
  };

  #writeSome(now: number): void {
    const round = this.#rounds[0]!;
    const list = (round.list ??= [...round.sockets]);
    const end = Math.min(list.length, round.next + LOOK_EVERY);
    for (let at = round.next; at < end; at += 1) list[at]!.write(round.frame, now);
    round.next = end;
    if (end < list.length) return;
    this.#rounds.shift();
    this.#delivered(this.#passedMs() - round.since);
  }
}
