import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { done, email, opaqueId, text, timestamp } from '../wire/wire.ts';

/** In cookie transport (`X-Session-Transport: cookie`) `refreshToken` is empty: it travels in an HttpOnly cookie. */
export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const memberLogin = defineCall({
  method: 'POST',
  path: 'member/login',
  summary: 'Signs a member in.',
  session: 'public',
  secondFactor: true,
  body: z.object({
    member_email: email,
    member_password: text(128, { pattern: /^[^]*$/u, code: 'err_format' }),
  }),
  result: tokens,
  refusals: ['err_login', 'err_login_locked', 'err_account_frozen'],
});

export const memberRefresh = defineCall({
  method: 'POST',
  path: 'member/refresh',
  summary: 'Exchanges the refresh token for new tokens. In cookie transport the body is empty.',
  session: 'public',
  body: z.object({ refreshToken: z.optional(z.string().check(z.maxLength(128, 'err_too_long'))) }),
  result: tokens,
  refusals: ['err_session_ended'],
});

export const memberRedirect = defineCall({
  method: 'GET',
  path: 'member/redirect',
  summary: 'Exchanges a one-use sign-in link for tokens.',
  session: 'public',
  secondFactor: true,
  query: z.object({ id: opaqueId }),
  result: tokens,
  refusals: ['err_link_invalid', 'err_account_frozen'],
});

export const memberLogout = defineCall({
  method: 'POST',
  path: 'member/logout',
  summary: 'Ends this session on the server.',
  session: 'public',
  body: z.object({ refreshToken: z.optional(z.string().check(z.maxLength(128, 'err_too_long'))) }),
  result: done,
  refusals: [],
});

export const memberSessions = defineCall({
  method: 'GET',
  path: 'member/sessions',
  summary: 'The devices that the member is signed in on, the one used last first.',
  session: 'member',
  result: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        /** The user agent of its sign-in, cut; a person reads browser and system from it. */
        session_device: z.string(),
        session_address: z.string(),
        session_created_date: timestamp,
        session_used_date: timestamp,
        /** The one that asks. */
        session_current: z.boolean(),
      }),
    ),
  }),
  refusals: [],
});

export const memberSessionsEnd = defineCall({
  method: 'POST',
  path: 'member/sessions/end',
  summary: 'Signs out one device, or without an id all but the one that asks.',
  session: 'member',
  body: z.object({ id: z.optional(opaqueId) }),
  result: z.object({ ended: z.number() }),
  refusals: ['err_not_found'],
});
