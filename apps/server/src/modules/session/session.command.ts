import { DAY_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import type { SessionMember } from '../../ports.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import {
  endSession,
  endSessionOfMember,
  endSessionsOfMember,
  findOpenSessionOfToken,
  findToken,
  findTokenForUpdate,
  insertSession,
  insertToken,
  isTokenRotated,
  rotateToken,
  type HeldToken,
  type KeptToken,
  type Transport,
} from './session.store.ts';
import { IDLE_MS } from './session.query.ts';
import { createAccessTokens, createSuccession } from './session.token.ts';
import { hashOf, newOpaqueToken } from '../../security/opaque-token.ts';
import { isSealed, tokenSeal } from '../../security/secret-hash.ts';

/** No session lives longer. */
export const ABSOLUTE_MS = 30 * DAY_MS;
/** Two tabs at once, or an answer lost on the way: within this time a used token gives its successor again. */
const GRACE_MS = 10_000;
/** More steps than one client can make within the grace. */
const LONGEST_CHAIN = 64;
const DEVICE_LENGTH = 200;

/** Where a sign-in comes from; the device is its user agent. */
export interface Origin {
  transport: Transport;
  device: string;
  address: string;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  sessionId: string;
  expiresAt: Date;
}

export const deviceName = (userAgent: string | undefined): string =>
  (userAgent ?? '').slice(0, DEVICE_LENGTH) || 'unknown';

type Dependencies = Pick<Context, 'env' | 'clock' | 'expiryClock' | 'random' | 'pool' | 'bus' | 'log' | 'security'>;

/** Opens a session for a member whose identity was proven, inside the transaction that proved it. */
export const startSession = async (context: Dependencies, tx: Tx, memberId: bigint, from: Origin): Promise<Tokens> => {
  const now = context.expiryClock.now();
  const session = {
    id: uuidV7(context.clock, context.random),
    memberId,
    ...from,
    at: new Date(now),
    expiresAt: new Date(now + ABSOLUTE_MS),
  };
  const refreshToken = newOpaqueToken(context.random);
  await insertSession(tx, session);
  await insertToken(tx, kept(context, refreshToken, { memberId, sessionId: session.id }), session.id, session.at);
  return {
    accessToken: accessTokenOf(context, { memberId, sessionId: session.id }, session.expiresAt),
    refreshToken,
    sessionId: session.id,
    expiresAt: session.expiresAt,
  };
};

/**
 * Exchanges a refresh token. Each is good once; a second use within ten seconds gives the same successor, a later one
 * means that two parties hold the token, so the whole session ends.
 * @throws err_session_ended
 */
export const refreshSession = async (context: Dependencies, token: string, transport: Transport): Promise<Tokens> => {
  const outcome = await inTransaction(context.pool, (tx) => exchange(context, tx, token, transport));
  if ('ended' in outcome) {
    if (outcome.ended !== null) context.bus.publish('session_ended', { sessionId: outcome.ended });
    return refuse('err_session_ended');
  }
  return outcome;
};

const exchange = async (
  context: Dependencies,
  tx: Tx,
  token: string,
  transport: Transport,
): Promise<Tokens | { ended: string | null }> => {
  const at = new Date(context.expiryClock.now());
  const hash = hashOf(token);
  const held = await findTokenForUpdate(tx, hash);
  // A row that nobody of ours wrote lets nobody in.
  if (held !== null && !isSealed(held.seal, kept(context, token, held).seal)) return { ended: null };
  // A token that lives in a cookie is never taken from, nor given to, a body.
  if (held === null || held.endedAt !== null || held.transport !== transport) return { ended: null };
  const reason = whyOver(held, at.getTime());
  if (reason !== null) {
    await endSession(tx, held.sessionId, reason, at);
    if (reason === 'reuse') context.security.note('refresh_reused', held);
    else if (reason === 'frozen') context.security.note('frozen_sign_in', held);
    else context.log.info({ member_id: held.memberId, reason }, 'session ended');
    return { ended: held.sessionId };
  }
  const successor = createSuccession(context.env.sessionSecret);
  let next = successor(token);
  if (held.rotatedAt === null) await rotateToken(tx, held.sessionId, hash, kept(context, next, held), at);
  // The successor may have been used within the grace as well: answer with the one that is alive.
  else
    for (let step = 0; step < LONGEST_CHAIN && (await isTokenRotated(tx, hashOf(next))); step += 1)
      next = successor(next);
  return {
    accessToken: accessTokenOf(context, held, held.expiresAt),
    refreshToken: next,
    sessionId: held.sessionId,
    expiresAt: held.expiresAt,
  };
};

/**
 * The member whose session a cookie's token keeps open, with an access token for it; null when there is none. Changes nothing:
 * whoever holds a token that was used long ago meets `refreshSession` a moment later.
 */
export const findSessionOf = async (
  context: Dependencies,
  token: string,
): Promise<{ memberId: bigint; accessToken: string } | null> => {
  const held = await findToken(context.pool, hashOf(token));
  if (held === null || !isSealed(held.seal, kept(context, token, held).seal)) return null;
  if (held.endedAt !== null || held.transport !== 'cookie' || whyOver(held, context.expiryClock.now())) return null;
  return { memberId: held.memberId, accessToken: accessTokenOf(context, held, held.expiresAt) };
};

/** What is kept of a token: of this session and this member, and of no other. */
const kept = (
  { env }: Pick<Context, 'env'>,
  token: string,
  { memberId, sessionId }: Pick<SessionMember, 'memberId' | 'sessionId'>,
): KeptToken => ({
  hash: hashOf(token),
  seal: tokenSeal(env.pepper, 'refresh', token, sessionId, memberId.toString()),
});

const whyOver = (held: HeldToken, now: number): 'expired' | 'idle' | 'frozen' | 'reuse' | null => {
  if (now >= held.expiresAt.getTime()) return 'expired';
  if (now >= held.lastUsedAt.getTime() + IDLE_MS) return 'idle';
  if (held.frozen) return 'frozen';
  return held.rotatedAt !== null && now > held.rotatedAt.getTime() + GRACE_MS ? 'reuse' : null;
};

const accessTokenOf = (context: Dependencies, { memberId, sessionId }: SessionMember, expiresAt: Date): string =>
  createAccessTokens(context.env.sessionSecret, context.expiryClock).issue(
    { memberId, sessionId },
    expiresAt.getTime(),
  );

/** Ends the session that the access token or the refresh token names. Unknown and ended ones are over already. */
export const logout = async (
  context: Dependencies,
  member: SessionMember | null,
  refreshToken: string | undefined,
): Promise<void> => {
  const ended = await inTransaction(context.pool, async (tx) => {
    const ofToken = refreshToken === undefined ? null : await findOpenSessionOfToken(tx, hashOf(refreshToken));
    const wanted = [...new Set([member?.sessionId, ofToken].filter((id) => typeof id === 'string'))];
    const done: string[] = [];
    for (const id of wanted) if (await endSession(tx, id, 'logout', new Date(context.expiryClock.now()))) done.push(id);
    return done;
  });
  for (const sessionId of ended) context.bus.publish('session_ended', { sessionId });
};

/**
 * Signs out one device of a member, or all others; how many it were.
 * @throws err_not_found
 */
export const signOutDevices = async (
  context: Dependencies,
  member: SessionMember,
  sessionId: string | undefined,
): Promise<number> => {
  const at = new Date(context.expiryClock.now());
  const ended = await inTransaction(context.pool, async (tx) => {
    if (sessionId === undefined) return endSessionsOfMember(tx, member.memberId, 'signed_out', at, member.sessionId);
    if (!(await endSessionOfMember(tx, member.memberId, sessionId, 'signed_out', at))) return refuse('err_not_found');
    return [sessionId];
  });
  for (const id of ended) context.bus.publish('session_ended', { sessionId: id });
  return ended.length;
};
