import { DELETION_CAUSES } from '@minerx/rules/deletion';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { done } from '../wire/wire.ts';
import { pin, verificationCode } from './member.ts';

const ofDeletion = [
  'err_pin_wrong',
  'err_pin_locked',
  'err_deletion_open',
  'err_account_frozen',
  'err_recent_reset',
] as const;

export const deletionState = defineCall({
  method: 'GET',
  path: 'member/deletion',
  summary: 'What stands in the way of deleting the account, with how much of each there is; empty when nothing does.',
  session: 'member',
  result: z.object({ causes: z.array(z.object({ cause: z.enum(DELETION_CAUSES), count: z.number() })) }),
  refusals: [],
});

export const deletionCodeRequest = defineCall({
  method: 'POST',
  path: 'member/deletion/request/code',
  summary: "Sends a code for deleting the account to the member's own email address.",
  session: 'member',
  secondFactor: false,
  body: z.object({ member_security_pin: pin }),
  result: done,
  refusals: [...ofDeletion, 'err_code_wait'],
});

export const accountDelete = defineCall({
  method: 'POST',
  path: 'member/deletion',
  summary:
    'Deletes the account at once and for good: nobody can sign in any more, and what no law asks for is erased. What moved money stays.',
  session: 'member',
  secondFactor: true,
  body: z.object({ verify_code: verificationCode, member_security_pin: pin }),
  result: done,
  refusals: [...ofDeletion, 'err_code_wrong'],
});
