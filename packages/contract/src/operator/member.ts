import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, text } from '../wire/wire.ts';
import { account, after, auditLine, listOf } from './list.ts';

const memberId = text(18, { pattern: /^\d+$/, code: 'err_format' });

const row = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  country: z.string(),
  since: z.string(),
  frozen: z.boolean(),
});
export type OperatorMember = z.output<typeof row>;

/** Who looks for members is on the audit log. */
export const operatorMembers = defineCall({
  method: 'GET',
  path: 'operator/member/all',
  summary:
    'Members, newest first; with a search those whose email, username, name or mobile begins so, or whose number or referral code it is, one page of them.',
  session: 'operator',
  query: z.object({ search: z.optional(text(100)), after }),
  /** `left_out`: a search has found more than stand here. */
  result: z.extend(listOf(row), { left_out: z.boolean() }),
  refusals: ['err_forbidden', 'err_page'],
});

/** Who looks is on the audit log. No password, PIN or code is part of it. */
export const operatorMember = defineCall({
  method: 'GET',
  path: 'operator/member',
  summary: 'One member with wallets, orders, team, sessions and what the account went through.',
  session: 'operator',
  query: z.object({ id: memberId }),
  result: z.object({
    member: row,
    mobile: z.string(),
    community: z.string(),
    language: z.string(),
    referral_code: z.string(),
    sponsor: z.nullable(z.object({ id: z.string(), username: z.string() })),
    /** The newest version of the terms that they agreed to. */
    terms: z.nullable(z.object({ version: z.number(), at: z.string() })),
    account,
    wallets: z.array(z.object({ wallet: z.string(), balance: amount })),
    orders: z.array(z.object({ state: z.string(), count: z.number() })),
    team: z.object({ direct: z.number(), group: z.number(), capital: amount, group_sales: amount }),
    /** Since something was right there last: wrong passwords (`login`), PINs and codes of the second factor. */
    wrong: z.array(
      z.object({
        gate: z.enum(['login', 'pin', 'factor']),
        /** Counted anew after a lock. */
        failures: z.number(),
        /** In a row. */
        locks: z.number(),
        /** Nothing is tried before this moment. */
        locked_until: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
    sessions: z.array(
      z.object({ id: z.string(), device: z.string(), address: z.string(), since: z.string(), used_at: z.string() }),
    ),
    addresses: z.array(
      z.object({
        wallet: z.string(),
        network: z.string(),
        address: z.string(),
        saved_at: z.string(),
        usable_at: z.string(),
      }),
    ),
    audit: z.array(auditLine),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});

const order = z.object({
  id: z.string(),
  number: z.string(),
  package: z.string(),
  state: z.string(),
  /** In USDT, as are the two below. */
  amount,
  mined: amount,
  cap: amount,
  since: z.string(),
  activated_at: z.nullable(z.string()),
});
export type OperatorOrder = z.output<typeof order>;

export const operatorMemberOrders = defineCall({
  method: 'GET',
  path: 'operator/member/orders',
  summary: 'The orders of a member, newest first.',
  session: 'operator',
  query: z.object({ id: memberId, after }),
  result: listOf(order),
  refusals: ['err_forbidden', 'err_page'],
});

/** Signed: what came in is positive, what went out negative. */
const signed = z.string();
const movement = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.string(),
  changes: z.array(z.object({ wallet: z.string(), amount: signed, held: signed, balance: amount })),
  reason: z.nullable(z.string()),
});
export type OperatorMovement = z.output<typeof movement>;

export const operatorMemberLedger = defineCall({
  method: 'GET',
  path: 'operator/member/ledger',
  summary: 'Every movement of the wallets of a member, newest first, with the balance after each.',
  session: 'operator',
  query: z.object({ id: memberId, after }),
  result: listOf(movement),
  refusals: ['err_forbidden', 'err_page'],
});
