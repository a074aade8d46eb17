import { parseUnits } from '@minerx/rules/money';
import { isTimeZone, isUtcDay, isUtcMonth } from '@minerx/rules/statement';
import { MEMBER_TRANSFER_KINDS } from '@minerx/rules/transfer-kind';
import { isWalletId } from '@minerx/rules/wallet';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { agreedSwap } from './swap.ts';
import { amount, checked, chunks, opaqueId, paginator, timestamp, walletTypeId } from '../wire/wire.ts';

/** Like `amount`, with a sign: what came in is positive, what went out negative. */
const signedAmount = z
  .string()
  .check(z.refine((value: string) => parseUnits(value.replace(/^-/, '')) !== null, { error: 'err_amount' }));

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const kind = z.enum(MEMBER_TRANSFER_KINDS);
const walletId = walletTypeId('err_type');
const day = checked(10, isUtcDay, 'err_format');

/** What a movement came from. `order` and `stake` name it by their id, `pick` its pack; `deposit`, `withdrawal` and `nft` (its withdrawal) themselves; `reward` its order and day. */
const origin = z.object({
  type: z.enum(['order', 'reward', 'pick', 'stake', 'nft', 'deposit', 'withdrawal']),
  id: z.string(),
  /** The order's own serial, the NFT's token, or the hash of the transaction on chain; of several small deposits each, parted by a space. */
  label: z.nullable(z.string()),
  /** UTC day of a reward. */
  day: z.nullable(z.string()),
});

export type Origin = z.output<typeof origin>;

const transaction = z.object({
  transaction_id: z.string(),
  transaction_kind: kind,
  transaction_date: timestamp,
  /** By wallet; none where a voucher paid, which is no wallet. */
  wallets: z.array(
    z.object({
      member_wallet_type_id: z.number(),
      /** Into the wallet or out of it; 0 where only the held part moved. */
      amount: signedAmount,
      /** What the member has set aside, into it or out of it. */
      held: signedAmount,
      /** Of the wallet after it, without what is held. */
      balance: amount,
    }),
  ),
  /** What a voucher was worth: it paid in place of wallets. */
  voucher_amount: z.nullable(amount),
  origin: z.nullable(origin),
  /** Of a withdrawal that was asked for: in which state it is now. */
  withdrawal_status: z.nullable(z.number()),
  /** Why an operator did it; of a transfer the note of its sender, for both. */
  reason: z.nullable(z.string()),
  /** The masked name of another member who sent or received it. */
  counterparty: z.nullable(z.string()),
  /** Of a transfer that the member sent: the username or referral code that the member typed; none of those before it was kept. */
  recipient: z.nullable(z.string()),
});
export type Transaction = z.output<typeof transaction>;

const filters = {
  kinds: z._default(z.array(kind).check(z.maxLength(100, { error: 'err_too_long' })), []),
  wallet_types: z._default(z.array(walletId).check(z.maxLength(20, { error: 'err_too_long' })), []),
  /** First and last UTC day. */
  from: z.optional(day),
  to: z.optional(day),
};

export const walletTransaction = defineCall({
  method: 'POST',
  path: 'wallet/transaction',
  summary:
    'Every movement of the member’s wallets, newest first, with the balance after each. `before` goes on behind the last one seen; pages reach 10 000 deep without it.',
  session: 'member',
  body: z.object({ ...paginator, ...filters, before: z.optional(checked(36, isId, 'err_format')) }),
  result: z.object({
    data: z.array(transaction),
    /** Nothing is counted for a total: `more` says whether anything follows. */
    paginator: z.object({ page: z.number(), pageSize: z.number(), more: z.boolean() }),
  }),
  refusals: [],
});

/** Who stands at one end of a posting. A house account by its name, never another member's balance. */
const party = z.object({
  type: z.enum(['wallet', 'held', 'member', 'house']),
  /** Of a house account what it is for; of another member the masked name. */
  name: z.nullable(z.string()),
});
export type Party = z.output<typeof party>;

export const walletTransactionGetById = defineCall({
  method: 'GET',
  path: 'wallet/transaction/getById',
  summary: 'One movement with its postings.',
  session: 'member',
  query: z.object({ id: opaqueId }),
  result: z.object({
    transaction,
    postings: z.array(z.object({ member_wallet_type_id: z.number(), amount, source: party, destination: party })),
    swap: z.nullable(agreedSwap),
    /** Of a deposit or a withdrawal: the network, the address that it goes to (several small deposits may have had several, parted by a space), and the fee that a withdrawal costs. */
    chain: z.nullable(z.object({ network: z.string(), address: z.string(), fee: z.nullable(amount) })),
  }),
  refusals: ['err_not_found'],
});

/** Query values are texts: several with commas between. */
const listed = (isOne: (text: string) => boolean) =>
  z.optional(checked(400, (text) => text.split(',').every(isOne), 'err_format'));

const isKind = (text: string): boolean => (MEMBER_TRANSFER_KINDS as readonly string[]).includes(text);

export const walletTransactionExport = defineCall({
  method: 'GET',
  path: 'wallet/transaction/export',
  summary:
    'The same movements as CSV (RFC 4180), newest first, a line for each wallet that one touched. Times in UTC and in `timezone`; no cell is a formula.',
  session: 'member',
  query: z.object({
    kinds: listed(isKind),
    wallet_types: listed((text) => /^\d{1,2}$/.test(text) && isWalletId(Number(text))),
    from: filters.from,
    to: filters.to,
    timezone: z._default(checked(64, isTimeZone, 'err_format'), 'UTC'),
  }),
  result: chunks,
  download: 'text/csv; charset=utf-8',
  refusals: [],
});

export const walletStatement = defineCall({
  method: 'GET',
  path: 'wallet/transaction/statement',
  summary: 'A UTC month: of each wallet what it opened with, what moved by kind, and what it closed with.',
  session: 'member',
  query: z.object({ month: checked(7, isUtcMonth, 'err_format') }),
  result: z.object({
    month: z.string(),
    /** The first month in which anything moved, and the one that it is now: the months that there are. */
    first_month: z.nullable(z.string()),
    last_month: z.string(),
    /** Wallets that held or moved something. opening + movements = closing, of the wallet and of what is held of it. */
    wallets: z.array(
      z.object({
        member_wallet_type_id: z.number(),
        opening: amount,
        closing: amount,
        opening_held: amount,
        closing_held: amount,
        movements: z.array(
          z.object({ transaction_kind: kind, count: z.number(), in: amount, out: amount, held: signedAmount }),
        ),
      }),
    ),
    /** Miners that vouchers paid: they moved no wallet. */
    vouchers: z.object({ count: z.number(), amount }),
  }),
  refusals: [],
});
