import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { HELD_STATUSES } from '@minerx/rules/withdrawal';
import { FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';
import type { Equation } from '../../ledger/equation.ts';
import { LEDGER_EQUATIONS } from '../../ledger/ledger.equations.ts';
import { DEPOSIT_EQUATIONS } from '../../modules/deposit/deposit.equations.ts';
import { MEMBER_EQUATIONS } from '../../modules/member/member.equations.ts';
import { SWAP_EQUATIONS } from '../../modules/swap/swap.equations.ts';
import { TRANSFER_EQUATIONS } from '../../modules/transfer/transfer.equations.ts';
import { FLOW_EQUATIONS } from '../flows.equations.ts';
import { LEDGER_TABLES } from '../ledger-tables.ts';
import { asked, kindsOf, lookUp, NEWEST, newest, of } from './slice.sql.ts';

const REWARDS = `'reward', 'reward_correction'`;
/** Of what moved last for each who is about to be paid, of a kind. */
const OF_EACH = 50;
const KINDS = kindsOf(...LEDGER_TABLES);

/** What the account `m` has by all its postings, by the index of a side. */
const sumOf = (side: 'source' | 'destination'): string =>
  `(SELECT coalesce(sum(q.amount), 0) FROM public.posting q WHERE q.${side} = m.id AND q.${side} >= ${FIRST_INDEXED_ACCOUNT})`;

/** Who has asked for something that has not left yet. */
export const PAYEES = `
  SELECT member_id FROM public.withdrawal WHERE status IN (${HELD_STATUSES.join(', ')})
  UNION SELECT member_id FROM public.nft_withdrawal WHERE status = ${NFT_WITHDRAWAL_STATUS.PENDING}`;

const ADJUSTING = `'member.credit', 'member.debit'`;
/** A line that names no transfer as one is named belongs to none. */
const NAMED_TRANSFER = `CASE WHEN detail->>'transferId' ~ '^[0-9a-f-]{36}$' THEN (detail->>'transferId')::uuid END`;

/**
 * Money that moved last: the end of the tables of transfers and of postings, the newest deposits, adjustments and liquidity, and the newest of each
 * who is about to be paid; each with all that belongs to it, and the accounts that it went from or to, but for rewards, which have a
 * guard of their own.
 */
const MONEY = `
  newest_deposit (id, transfer_id) AS MATERIALIZED (
    SELECT id, transfer_id FROM (SELECT id, transfer_id FROM deposit WHERE status = ${DEPOSIT_STATUS.CREDITED} ORDER BY id DESC LIMIT ${NEWEST}) a
    UNION SELECT id, transfer_id FROM ${newest('deposit', 'id', 'id, transfer_id')} b),
  newest_adjustment AS MATERIALIZED (
    ${[`'member.credit'`, `'member.debit'`].map((action) => `(SELECT * FROM audit WHERE action = ${action} ORDER BY id DESC LIMIT ${NEWEST})`).join(' UNION ALL ')}),
  touched (id) AS MATERIALIZED (
    SELECT id FROM last_transfers() WHERE kind NOT IN (${REWARDS}) UNION SELECT transfer_id FROM last_postings()
    UNION SELECT transfer_id FROM newest_deposit UNION SELECT ${NAMED_TRANSFER} FROM newest_adjustment UNION SELECT transfer_id FROM liquidity_change
    UNION SELECT t.id FROM (${PAYEES}) m CROSS JOIN unnest(ARRAY[${KINDS}]) k (kind)
      CROSS JOIN LATERAL (SELECT id FROM transfer WHERE member_id = m.member_id AND kind = k.kind AND kind <> 'reward' ORDER BY id DESC LIMIT ${OF_EACH}) t
    UNION SELECT t.id FROM (${PAYEES}) m CROSS JOIN LATERAL (SELECT id FROM transfer WHERE receiver_id = m.member_id ORDER BY id DESC LIMIT ${OF_EACH}) t),
  ${of('transfer', 'id', '(SELECT id FROM touched)')},
  ${of('posting', 'transfer_id', '(SELECT id FROM touched)')},
  moved_account (id) AS MATERIALIZED (
    SELECT a.id FROM posting p JOIN transfer t ON t.id = p.transfer_id AND t.kind NOT IN (${REWARDS}) CROSS JOIN LATERAL (VALUES (p.source), (p.destination)) a (id)
     WHERE a.id >= ${FIRST_INDEXED_ACCOUNT} GROUP BY a.id),
  ${of('hold', 'owner_id', '(SELECT account_owner(id) FROM moved_account)')},
  ${of('account', 'id', `(SELECT id FROM moved_account UNION SELECT id FROM public.account WHERE id < ${FIRST_INDEXED_ACCOUNT})`)},
  wrong_balance (id) AS MATERIALIZED (
    SELECT m.id || ' by ' || (coalesce(a.balance, 0) - m.units) FROM (SELECT m.id, ${sumOf('destination')} - ${sumOf('source')} AS units FROM moved_account m OFFSET 0) m
      LEFT JOIN account a ON a.id = m.id WHERE coalesce(a.balance, 0) <> m.units),
  audit AS MATERIALIZED (
    SELECT * FROM newest_adjustment
    UNION SELECT a.* FROM (${lookUp('audit', 'subject', `(SELECT 'member:' || member_id FROM transfer WHERE kind IN ('credit', 'debit'))`, `AND action IN (${ADJUSTING})`)}) a
           WHERE ${NAMED_TRANSFER} IN (SELECT id FROM transfer)
    UNION ${lookUp('audit', 'subject', `(SELECT 'liquidity:' || id FROM liquidity_change)`)}),
  command AS MATERIALIZED (
    SELECT c.* FROM (SELECT DISTINCT answered FROM transfer WHERE kind = 'transfer') t
     CROSS JOIN LATERAL (SELECT * FROM command WHERE (actor, name, key) = (split_part(t.answered, ' ', 1), split_part(t.answered, ' ', 2), regexp_replace(t.answered, '^[^ ]+ [^ ]+ ', '')) OFFSET 0) c),
  deposit AS MATERIALIZED (${lookUp('deposit', 'transfer_id', '(SELECT id FROM transfer)')} UNION ${lookUp('deposit', 'id', '(SELECT id FROM newest_deposit)')}),
  owner_of_addresses (id) AS MATERIALIZED (
    SELECT member_id FROM ${newest('deposit_address', 'id', 'member_id')} a UNION SELECT member_id FROM deposit
    UNION SELECT d.member_id FROM (SELECT network_id, address FROM deposit) n CROSS JOIN LATERAL (SELECT member_id FROM deposit_address WHERE (network_id, address) = (n.network_id, n.address) OFFSET 0) d),
  ${['deposit_address', 'deposit_key'].map((table) => of(table, 'member_id', '(SELECT id FROM owner_of_addresses)')).join(', ')}`;

/** Equations that look up what a transfer moved, row by row: a slice has no index. */
const byTransfer = (equations: readonly Equation[], ...names: readonly string[]): string[] =>
  equations
    .filter(({ name }) => names.includes(name))
    .map(({ rows }) => `WITH posting AS NOT MATERIALIZED (SELECT * FROM public.posting) ${rows}`);

const LEDGER = ['transfers', 'never-negative'];

const NEWEST_MONEY: Equation = {
  name: 'newest-money',
  guard: 'only',
  sentence:
    'The money that moved last, and that of whoever is about to be paid, went ways that its transfers may go, and was deposited, adjusted or sent as is told of it; what it went from and to has what all its postings come to.',
  rows: asked(
    MONEY,
    [...LEDGER_EQUATIONS.filter(({ name }) => LEDGER.includes(name)), ...FLOW_EQUATIONS, ...DEPOSIT_EQUATIONS],
    [
      ...byTransfer(MEMBER_EQUATIONS, 'adjustments'),
      ...byTransfer(TRANSFER_EQUATIONS, 'member-transfers'),
      ...byTransfer(SWAP_EQUATIONS, 'liquidity'),
      'TABLE wrong_balance',
    ],
  ),
};

export const NEWEST_MONEY_EQUATIONS: readonly Equation[] = [NEWEST_MONEY];
