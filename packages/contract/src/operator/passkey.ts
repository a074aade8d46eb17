import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { keptPasskeys, madePasskey, passkeyAnswer, passkeyChallenge, passkeyToMake } from '../wire/passkey.ts';
import { done, opaqueId } from '../wire/wire.ts';

export const operatorPasskeys = defineCall({
  method: 'GET',
  path: 'operator/passkey',
  summary: 'The passkeys of the signed-in operator, oldest first.',
  session: 'operator',
  result: keptPasskeys,
  refusals: [],
});

export const operatorPasskeyBegin = defineCall({
  method: 'POST',
  path: 'operator/passkey/begin',
  summary: 'What a browser needs to make a passkey, with the second factor; at most ten.',
  session: 'operator',
  secondFactor: true,
  result: passkeyToMake,
  refusals: ['err_conflict', 'err_login_locked'],
});

export const operatorPasskeyAdd = defineCall({
  method: 'POST',
  path: 'operator/passkey/add',
  summary:
    'Keeps a passkey that was made for the challenge of `operator/passkey/begin`, in the same session. Ends every other session.',
  session: 'operator',
  body: madePasskey,
  result: done,
  refusals: ['err_passkey_wrong', 'err_conflict'],
});

export const operatorPasskeyRemove = defineCall({
  method: 'POST',
  path: 'operator/passkey/remove',
  summary: 'Takes a passkey of the signed-in operator away, with the second factor. Ends every other session.',
  session: 'operator',
  secondFactor: true,
  body: z.object({ id: opaqueId }),
  result: done,
  refusals: ['err_not_found', 'err_login_locked'],
});

export const operatorPasskeySignInBegin = defineCall({
  method: 'POST',
  path: 'operator/sign-in/passkey/begin',
  summary: 'A challenge for `operator/sign-in/passkey`.',
  session: 'public',
  result: passkeyChallenge,
  refusals: [],
});

export const operatorPasskeySignIn = defineCall({
  method: 'POST',
  path: 'operator/sign-in/passkey',
  summary:
    'Signs an operator in with a passkey alone: it stands for password and code. One that was answered too late brings the next challenge.',
  session: 'public',
  body: passkeyAnswer,
  result: done,
  refusals: ['err_passkey_wrong'],
});
