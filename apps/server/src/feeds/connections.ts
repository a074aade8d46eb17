import type { SessionMember } from '../ports.ts';
import type { FeedSocket } from './feed-socket.ts';

const SOCKETS_PER_MEMBER = 10;

/** Who is connected to a feed, by session and member. */
export class Connections {
  readonly #sockets = new Set<FeedSocket>();
  readonly #bySession = new Map<string, Set<FeedSocket>>();
  readonly #byMember = new Map<bigint, number>();
  #skipped = 0;

  get size(): number {
    return this.#sockets.size;
  }

  get skipped(): number {
    let sum = this.#skipped;
    for (const socket of this.#sockets) sum += socket.skipped;
    return sum;
  }

  /** May be changed while it is gone through. */
  all(): Iterable<FeedSocket> {
    return this.#sockets;
  }

  has(socket: FeedSocket): boolean {
    return this.#sockets.has(socket);
  }

  add(socket: FeedSocket): void {
    this.#sockets.add(socket);
  }

  /** False when the member has too many sockets already. */
  signIn(socket: FeedSocket, member: SessionMember): boolean {
    const count = (this.#byMember.get(member.memberId) ?? 0) + 1;
    if (count > SOCKETS_PER_MEMBER) return false;
    socket.member = member;
    this.#byMember.set(member.memberId, count);
    const others = this.#bySession.get(member.sessionId);
    if (others === undefined) this.#bySession.set(member.sessionId, new Set([socket]));
    else others.add(socket);
    return true;
  }

  ofSession(sessionId: string): Iterable<FeedSocket> {
    return this.#bySession.get(sessionId) ?? [];
  }

  /** False when it was gone already. */
  remove(socket: FeedSocket): boolean {
    if (!this.#sockets.delete(socket)) return false;
    this.#skipped += socket.skipped;
    if (socket.member === null) return true;
    const { memberId, sessionId } = socket.member;
    const others = this.#bySession.get(sessionId);
    others?.delete(socket);
    if (others?.size === 0) this.#bySession.delete(sessionId);
    const left = (this.#byMember.get(memberId) ?? 1) - 1;
    if (left === 0) this.#byMember.delete(memberId);
    else this.#byMember.set(memberId, left);
    return true;
  }
}
