import type { Context } from '../context.ts';
import { listSessionLives } from '../modules/session/session-life.query.ts';
import { CLOSE, type Close, type FeedSocket } from './feed-socket.ts';
import type { Connections } from './connections.ts';

const AUTH_MS = 5000;

/** How a feed lets go of a socket: with a reason for the client, or without a word because nobody answers. */
export interface Door {
  end(socket: FeedSocket, close: Close): void;
  leave(socket: FeedSocket): void;
}

/**
 * Ends sockets that did not sign in within five seconds, whose session is over, or that answer no ping.
 * @param all asks the database about every session again, in case the bus lost the end of one.
 */
export const sweepSessions = async (
  { pool, expiryClock }: Pick<Context, 'pool' | 'expiryClock'>,
  readers: Connections,
  door: Door,
  now: number,
  all: boolean,
): Promise<void> => {
  const unchecked: FeedSocket[] = [];
  for (const socket of readers.all()) {
    if (socket.member === null) {
      if (now - socket.openedAt >= AUTH_MS) door.end(socket, CLOSE.UNAUTHORISED);
    } else if (socket.sessionEndsAt !== null && expiryClock.now() >= socket.sessionEndsAt) {
      door.end(socket, CLOSE.UNAUTHORISED);
    } else {
      if (all || socket.sessionEndsAt === null) unchecked.push(socket);
      if (now >= socket.pingAt && !socket.ping(now)) door.leave(socket);
    }
  }
  if (unchecked.length === 0) return;
  const lives = await listSessionLives(pool, [...new Set(unchecked.flatMap(({ member }) => member?.sessionId ?? []))]);
  for (const socket of unchecked) {
    const endsAt = lives.get(socket.member!.sessionId);
    if (endsAt === undefined) door.end(socket, CLOSE.UNAUTHORISED);
    else socket.sessionEndsAt = endsAt.getTime();
  }
};
