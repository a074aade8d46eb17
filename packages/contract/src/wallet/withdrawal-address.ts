import { ADDRESS_MAX_LENGTH, findNetworkOf, networksOf, readAddress } from '@minerx/rules/withdrawal-network';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { pin, verificationCode } from '../member/member.ts';
import { done, text, timestamp, walletTypeId } from '../wire/wire.ts';

/** A saved withdrawal address: the one that counts for its coin (wallet type id) and network. */
export const memberBank = z.object({
  member_bank_type: z.number(),
  member_bank_network: z.string(),
  member_bank_number: z.string(),
  /** From when on it can be withdrawn to. */
  member_bank_usable_date: timestamp,
});

const target = z.object({
  member_bank_type: walletTypeId('err_withdrawal_coin'),
  member_bank_network: text(32),
  member_bank_number: text(ADDRESS_MAX_LENGTH),
});

type Target = z.output<typeof target>;

/** An address of a network of the coin, each judged only when those before it are right. */
const isTarget = [
  z.refine<Target>((form) => networksOf(form.member_bank_type).length > 0, {
    path: ['member_bank_type'],
    error: 'err_withdrawal_coin',
    abort: true,
  }),
  z.refine<Target>((form) => findNetworkOf(form.member_bank_type, form.member_bank_network) !== null, {
    path: ['member_bank_network'],
    error: 'err_withdrawal_network',
    abort: true,
  }),
  z.refine<Target>(
    ({ member_bank_type: coin, member_bank_network: label, member_bank_number: address }) => {
      const network = findNetworkOf(coin, label);
      return network !== null && readAddress(network, address) !== null;
    },
    { path: ['member_bank_number'], error: 'err_withdrawal_address' },
  ),
] as const;

export const withdrawalCodeRequest = defineCall({
  method: 'POST',
  path: 'member/modifyWithdraw/request/code',
  summary:
    "Sends a code for saving this withdrawal address to the member's own email address. It is good for no other.",
  session: 'member',
  secondFactor: false,
  body: z.object({ ...target.shape, member_security_pin: pin }).check(...isTarget),
  result: done,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_code_wait', 'err_account_frozen', 'err_recent_reset'],
});

export const withdrawalModify = defineCall({
  method: 'POST',
  path: 'member/withdrawal/modify',
  summary:
    'Saves the withdrawal address of a coin and network. A new or changed one can be used after a hold; the member is told by mail.',
  session: 'member',
  secondFactor: true,
  body: z.object({ ...target.shape, verify_code: verificationCode, member_security_pin: pin }).check(...isTarget),
  result: done,
  refusals: ['err_pin_wrong', 'err_pin_locked', 'err_code_wrong', 'err_account_frozen', 'err_recent_reset'],
  idempotent: true,
});
