import { STAKE_ACTIVE } from '@minerx/rules/staking';
import type { Equation } from '../../ledger/equation.ts';
import { BLESSING_EQUATIONS } from '../../modules/blessing/blessing.equations.ts';
import { prizes } from '../../modules/blessing/blessing.ledger.ts';
import { ORDER_EQUATIONS } from '../../modules/order/order.equations.ts';
import { orders } from '../../modules/order/order.ledger.ts';
import { STAKING_EQUATIONS } from '../../modules/staking/staking.equations.ts';
import { stakes } from '../../modules/staking/staking.ledger.ts';
import { VOUCHER_EQUATIONS } from '../../modules/voucher/voucher.equations.ts';
import { vouchers } from '../../modules/voucher/voucher.ledger.ts';
import { asked, kindsOf, lookUp, newest, NEWEST, of } from './slice.sql.ts';

/** Transfers of some kinds: the newest, and all that are about the rows of a slice. Their postings. */
const moved = (kinds: string, slice: string, more = ''): string => `
  transfer AS MATERIALIZED (
    SELECT * FROM newest_transfer
    UNION SELECT t.* FROM (${lookUp('transfer', 'member_id', `(SELECT member_id FROM ${slice})`, `AND kind IN (${kinds}) AND kind <> 'reward'`)}) t
           WHERE t.order_id IN (SELECT id FROM ${slice}) ${more}),
  ${of('posting', 'transfer_id', '(SELECT id FROM transfer)')}`;

const newestMoved = (kinds: string): string =>
  `newest_transfer AS MATERIALIZED (SELECT * FROM last_transfers() WHERE kind IN (${kinds}))`;

const ORDER_KINDS = kindsOf(orders, vouchers, prizes);
const STAKE_KINDS = kindsOf(stakes);

/**
 * The newest orders, vouchers, packs and picks, with all that belongs to them. Vouchers come with those that were made in the same moment, as the audit log names them together.
 */
const ORDERS = `
  ${newestMoved(ORDER_KINDS)},
  newest_order (id, voucher_id) AS MATERIALIZED (
    SELECT id, voucher_id FROM ${newest('miner_order', 'created_at', 'id, voucher_id')} a UNION SELECT id, voucher_id FROM ${newest('miner_order', 'id', 'id, voucher_id')} b),
  ${of(
    'voucher',
    'created_at',
    `(SELECT created_at FROM ${newest('voucher', 'created_at', 'created_at')} a
     UNION SELECT created_at FROM ${newest('voucher', 'redeemed_at', 'created_at')} b
     UNION SELECT v.created_at FROM (${lookUp('voucher', 'id', '(SELECT voucher_id FROM newest_order)')}) v)`,
  )},
  newest_pack (id) AS MATERIALIZED (
    SELECT id FROM ${newest('blessing_pack', 'granted_at', 'id')} a UNION SELECT id FROM ${newest('blessing_pack', 'opened_at', 'id')} b
    UNION SELECT pack_id FROM ${newest('blessing_pick', 'picked_at', 'pack_id')} c
    UNION SELECT p.pack_id FROM (${lookUp('blessing_pick', 'transfer_id', `(SELECT id FROM newest_transfer WHERE kind = 'prize')`)}) p
    UNION SELECT p.pack_id FROM (${lookUp('blessing_pick', 'voucher_id', '(SELECT id FROM voucher)')}) p),
  ${of(
    'miner_order',
    'id',
    `(SELECT id FROM newest_order UNION SELECT order_id FROM newest_transfer WHERE order_id IS NOT NULL
     UNION SELECT p.order_id FROM (${lookUp('blessing_pack', 'id', '(SELECT id FROM newest_pack)')}) p
     UNION SELECT o.id FROM (${lookUp('miner_order', 'voucher_id', '(SELECT id FROM voucher)')}) o)`,
  )},
  ${['order_payment', 'order_terms', 'order_placement', 'order_activation', 'allocation'].map((table) => of(table, 'order_id', '(SELECT id FROM miner_order)')).join(', ')},
  ${of('hold', 'owner_id', '(SELECT hold_owner_id FROM miner_order)')},
  blessing_pack AS MATERIALIZED (
    ${lookUp('blessing_pack', 'order_id', '(SELECT id FROM miner_order)')} UNION ${lookUp('blessing_pack', 'id', '(SELECT id FROM newest_pack)')}),
  pack_of_slice (id) AS MATERIALIZED (SELECT id FROM blessing_pack UNION SELECT id FROM newest_pack),
  ${['blessing_deck', 'blessing_card', 'blessing_opened', 'blessing_pick', 'blessing_fulfilment'].map((table) => of(table, 'pack_id', '(SELECT id FROM pack_of_slice)')).join(', ')},
  ${moved(ORDER_KINDS, 'miner_order', `UNION ${lookUp('transfer', 'id', '(SELECT transfer_id FROM blessing_pick)')}`)},
  audit AS MATERIALIZED (${lookUp('audit', 'at', '(SELECT created_at FROM voucher)', "AND action = 'voucher.create'")})`;

/** Likewise of stakes: the newest, those that end next, and those that money moved for last. */
const STAKES = `
  ${newestMoved(STAKE_KINDS)},
  ${of(
    'staking_order',
    'id',
    `(SELECT id FROM ${newest('staking_order', 'created_at', 'id')} a UNION SELECT order_id FROM newest_transfer
     UNION SELECT id FROM (SELECT id FROM staking_order WHERE status = ${STAKE_ACTIVE} ORDER BY ends_at LIMIT ${NEWEST}) b)`,
  )},
  ${of('hold', 'owner_id', '(SELECT hold_owner_id FROM staking_order)')},
  ${moved(STAKE_KINDS, 'staking_order')}`;

/** What would take the whole of their tables. */
const WHOLE_ONLY = ['blessing-pool', 'blessing-days', 'picks-by-price', 'void-vouchers'];

const NEWEST_ORDERS: Equation = {
  name: 'newest-orders',
  guard: 'only',
  sentence:
    'All that must hold of orders, vouchers, packs and picks holds of the newest, and of those that money moved for last.',
  rows: asked(
    ORDERS,
    [...ORDER_EQUATIONS, ...VOUCHER_EQUATIONS, ...BLESSING_EQUATIONS].filter(({ name }) => !WHOLE_ONLY.includes(name)),
  ),
};

const NEWEST_STAKES: Equation = {
  name: 'newest-stakes',
  guard: 'only',
  sentence:
    'All that must hold of stakes holds of the newest and of those that end next, and each ends when it was made to end.',
  rows: asked(STAKES, STAKING_EQUATIONS, [
    `SELECT s.id FROM staking_order s LEFT JOIN LATERAL (
       SELECT (v.value->>7)::timestamptz AS ends_at FROM row_version v WHERE v.table_name = 'staking_order' AND v.key = s.id::text ORDER BY v.id LIMIT 1) v ON true
      WHERE v.ends_at IS DISTINCT FROM s.ends_at`,
  ]),
};

export const NEWEST_ORDER_EQUATIONS: readonly Equation[] = [NEWEST_ORDERS, NEWEST_STAKES];
