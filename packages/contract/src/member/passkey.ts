import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { keptPasskeys, madePasskey, passkeyAnswer, passkeyChallenge, passkeyToMake } from '../wire/passkey.ts';
import { done, opaqueId } from '../wire/wire.ts';
import { pin } from './member.ts';
import { recoveryCodes } from './second-factor.ts';
import { tokens } from './session.ts';

export const passkeyList = defineCall({
  method: 'GET',
  path: 'member/passkey',
  summary: 'The passkeys of the member, oldest first.',
  session: 'member',
  result: keptPasskeys,
  refusals: [],
});

export const passkeyBegin = defineCall({
  method: 'POST',
  path: 'member/passkey/begin',
  summary:
    'What a browser needs to make a passkey (`navigator.credentials.create`), with PIN and second factor where there is one; at most ten.',
  session: 'member',
  secondFactor: true,
  body: z.object({ member_security_pin: pin }),
  result: passkeyToMake,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_conflict', 'err_account_frozen', 'err_recent_reset'],
});

export const passkeyAdd = defineCall({
  method: 'POST',
  path: 'member/passkey/add',
  summary:
    'Keeps a passkey that was made for the challenge of `member/passkey/begin`, in the same session. Ends every other session.',
  session: 'member',
  body: madePasskey,
  /** None when there was a second factor before. */
  result: recoveryCodes,
  refusals: ['err_passkey_wrong', 'err_conflict', 'err_account_frozen', 'err_recent_reset'],
});

export const passkeyRemove = defineCall({
  method: 'POST',
  path: 'member/passkey/remove',
  summary: 'Takes a passkey away, with PIN and second factor. Ends every other session.',
  session: 'member',
  secondFactor: true,
  body: z.object({ id: opaqueId, member_security_pin: pin }),
  result: done,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_not_found'],
});

export const passkeyLoginBegin = defineCall({
  method: 'POST',
  path: 'member/login/passkey/begin',
  summary: 'A challenge for `member/login/passkey`.',
  session: 'public',
  result: passkeyChallenge,
  refusals: [],
});

export const passkeyLogin = defineCall({
  method: 'POST',
  path: 'member/login/passkey',
  summary:
    'Signs a member in with a passkey alone: it stands for password and second factor. One that was answered too late brings the next challenge.',
  session: 'public',
  body: passkeyAnswer,
  result: tokens,
  refusals: ['err_passkey_wrong', 'err_login_locked', 'err_account_frozen'],
});
