import { TRANSFER_NOTE_MAX } from '@minerx/rules/transfer';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { pin } from '../member/member.ts';
import { amount, text, walletTypeId } from '../wire/wire.ts';

/** A username or a referral code, as somebody tells it. */
const recipient = text(32);

export const transferOptions = defineCall({
  method: 'GET',
  path: 'wallet/transfer/options',
  summary: 'The wallets that can be sent to another member, each with the least that goes at once.',
  session: 'member',
  result: z.object({
    transfer: z.array(z.object({ member_wallet_type_id: z.number(), transfer_min_amount: amount })),
  }),
  refusals: [],
});

/** Who is not there and who cannot receive answer alike; too many wrong tries are slowed down. */
export const transferRecipient = defineCall({
  method: 'POST',
  path: 'wallet/transfer/recipient',
  summary: 'Finds the member of a username or referral code, by a masked name to confirm.',
  session: 'member',
  body: z.object({ recipient }),
  result: z.object({ recipient_name: z.string() }),
  refusals: ['err_recipient', 'err_transfer_self'],
});

/** `err_transfer_amount` carries the least in `err_details`. */
export const transfer = defineCall({
  method: 'POST',
  path: 'wallet/transfer',
  summary: 'Sends an amount of a wallet to another member, at once and for good.',
  session: 'member',
  secondFactor: true,
  body: z.object({
    recipient,
    /** The masked name that the sender has confirmed. */
    recipient_name: text(64),
    wallet_type: walletTypeId('err_transfer_wallet'),
    amount,
    note: z.optional(text(TRANSFER_NOTE_MAX)),
    member_security_pin: pin,
  }),
  /** Id of the transaction. */
  result: z.object({ id: z.string() }),
  refusals: [
    'err_recipient',
    'err_transfer_self',
    'err_transfer_wallet',
    'err_transfer_amount',
    'err_insufficient_balance',
    'err_account_frozen',
    'err_recent_reset',
    'err_payouts_frozen',
    'err_pin_wrong',
    'err_pin_locked',
  ],
  idempotent: true,
});
