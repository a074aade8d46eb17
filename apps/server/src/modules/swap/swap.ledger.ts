import type { Actor } from '../../base/actor.ts';
import type { SwapQuote } from '@minerx/rules/swap';
import { units } from '@minerx/rules/money';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import { TOLD } from '../../ledger/money.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerTable } from '../../ledger/table.ts';
import { IS_GIVEN_NOW } from './swap-given.sql.ts';

/** The house's accounts of this noun. */
export const SWAP_HOUSE = {
  SWAP_FEES: 12n,
  /** What the house has to give in swaps: kept, so that it is never promised twice. */
  SWAP_LIQUIDITY: 900n,
} as const;

/** A quote while it is decided on. */
interface LedgerSwapQuote extends Omit<SwapQuote, 'taken'> {
  readonly id: string;
  readonly memberId: bigint;
  /** By which transfer it was taken; null while it was not. */
  readonly transferId: string | null;
}

type QuoteRow = [
  string,
  bigint,
  WalletId,
  WalletId,
  bigint,
  bigint,
  bigint,
  bigint,
  bigint,
  number,
  number,
  boolean,
  Date,
  string | null,
];

export const swapQuotes = defineLedgerTable<LedgerSwapQuote, 'transferId'>({
  name: 'swapQuotes',
  money: {
    house: SWAP_HOUSE,
    kinds: {
      swap: {
        ways: ['member SWAP_LIQUIDITY', 'SWAP_LIQUIDITY member', 'SWAP_LIQUIDITY SWAP_FEES'],
        whenFrozen: 'waits',
        mail: { topic: 'swap_mail' },
      },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.lock<QuoteRow>(
      'ledger_swap_quote',
      `SELECT id, member_id, from_wallet, to_wallet, amount_units, arrives_units, fee_units, from_price_units, to_price_units,
              spread_ppm, fee_ppm, ${IS_GIVEN_NOW}, expires_at, transfer_id
         FROM swap_quote q WHERE id = ANY($1::uuid[]) ORDER BY id`,
      [list(ids)],
    );
    return rows.map(
      ([
        id,
        memberId,
        from,
        to,
        amountUnits,
        arrivesUnits,
        feeUnits,
        fromPrice,
        toPrice,
        spreadPpm,
        feePpm,
        given,
        expiresAt,
        transferId,
      ]) => {
        const prices: ByWallet = { [from]: units(fromPrice), [to]: units(toPrice) };
        const made = { given, spreadPpm, feePpm, prices };
        return { id, memberId, from, to, amountUnits, arrivesUnits, feeUnits, ...made, expiresAt, transferId };
      },
    );
  },
  /** Once. */
  allows: (before) => before.transferId === null,
  update: (db, rows) =>
    db.send(
      'ledger_swap_quote_after',
      'UPDATE swap_quote SET transfer_id = c.transfer_id FROM unnest($1::uuid[], $2::uuid[]) AS c(id, transfer_id) WHERE swap_quote.id = c.id',
      columns(rows, 'id', 'transferId'),
    ),
});

/** What an operator wants of the house's liquidity. */
export interface LedgerLiquidityChange {
  readonly id: string;
  readonly walletId: WalletId;
  /** Below zero: taken out. */
  readonly units: bigint;
  readonly proposedBy: Actor;
  readonly approvedBy: Actor | null;
  readonly transferId: string | null;
}

type ChangeRow = [string, WalletId, bigint, Actor, Actor | null, string | null];

export const liquidityChanges = defineLedgerTable<LedgerLiquidityChange, 'approvedBy' | 'transferId'>({
  name: 'liquidityChanges',
  money: {
    kinds: {
      liquidity: {
        ways: ['CAPITAL SWAP_LIQUIDITY', 'SWAP_LIQUIDITY CAPITAL'],
        whenFrozen: 'goes on',
        mail: TOLD.ofTheHouse,
      },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.lock<ChangeRow>(
      'ledger_liquidity_change',
      'SELECT id, wallet_id, units, proposed_by, approved_by, transfer_id FROM liquidity_change WHERE id = ANY($1::uuid[]) ORDER BY id',
      [list(ids)],
    );
    return rows.map(([id, walletId, units, proposedBy, approvedBy, transferId]) => {
      return { id, walletId, units, proposedBy, approvedBy, transferId };
    });
  },
  allows: (before) => before.approvedBy === null,
  update: (db, rows) =>
    db.send(
      'ledger_liquidity_change_after',
      `UPDATE liquidity_change SET approved_by = c.approved_by, transfer_id = c.transfer_id
         FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS c(id, approved_by, transfer_id) WHERE liquidity_change.id = c.id`,
      [
        list(rows.map(({ id }) => id)),
        rows.map(({ approvedBy }) => approvedBy),
        list(rows.map(({ transferId }) => transferId)),
      ],
    ),
});
