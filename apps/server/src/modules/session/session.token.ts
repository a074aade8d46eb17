import { MINUTE_MS } from '@minerx/rules/duration';
import { createHmac } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Clock, SessionMember } from '../../ports.ts';
import { keyFor } from '../../security/device-mark.ts';

export const ACCESS_TOKEN_MS = 10 * MINUTE_MS;

const ISSUER = 'minerx';
const AUDIENCE = 'api';

interface AccessTokens {
  /** A JWT that names the member and the session; it ends after ten minutes or with the session, whichever is first. */
  issue(member: SessionMember, sessionEndsAt: number): string;
  /** Who the token names and when it ends (ms), or null when it is not ours, altered, or over. */
  read(token: string): { member: SessionMember; endsAt: number } | null;
}

/** Access tokens: JWT with HS256 and nothing else, ours by issuer and audience. Times come from our clock, not the library's. */
export const createAccessTokens = (secret: string, clock: Clock): AccessTokens => {
  const key = keyFor(secret, 'access-token');
  const sign = createSigner({ key, algorithm: 'HS256' });
  const verify = createVerifier({
    key,
    algorithms: ['HS256'],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['sub', 'sid', 'exp'],
    ignoreExpiration: true, // Checked below, against our clock.
    cache: false,
  });
  return {
    issue: ({ memberId, sessionId }, sessionEndsAt) => {
      const now = clock.now();
      return sign({
        iss: ISSUER,
        aud: AUDIENCE,
        sub: memberId.toString(),
        sid: sessionId,
        iat: Math.floor(now / 1000),
        exp: Math.floor(Math.min(now + ACCESS_TOKEN_MS, sessionEndsAt) / 1000),
      });
    },
    read: (token) => {
      try {
        const claims = verify(token) as { sub: string; sid: string; exp: number };
        const endsAt = claims.exp * 1000;
        if (!(clock.now() < endsAt) || !/^\d{1,19}$/.test(claims.sub)) return null;
        return { member: { memberId: BigInt(claims.sub), sessionId: claims.sid }, endsAt };
      } catch {
        return null;
      }
    },
  };
};

/**
 * The token that follows this one. It is derived, not drawn, so that two tabs that ask at once, or one whose answer was
 * lost, get the same successor, although only hashes are stored.
 */
export const createSuccession = (secret: string): ((token: string) => string) => {
  const key = keyFor(secret, 'refresh-successor');
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
};
