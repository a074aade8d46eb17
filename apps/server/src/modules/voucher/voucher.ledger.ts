import { createHmac } from 'node:crypto';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerList, defineLedgerTable } from '../../ledger/table.ts';
import { stock } from '../device/device.ledger.ts';

/** The house's accounts of this noun. */
export const VOUCHER_HOUSE = {
  /** What redeemed vouchers were worth comes from here. */
  VOUCHERS: 7n,
} as const;

/** Voucher packages are both of the X1 line (rules/miner/miner-package.ts). */
export const VOUCHER_LINE = 'x1';

export interface LedgerVoucher {
  readonly id: string;
  /** Of its code, in hex. */
  readonly codeHash: string;
  readonly packageId: number;
  readonly amountUnits: bigint;
  readonly expiresAt: Date | null;
  readonly redeemedBy: bigint | null;
  /** It was redeemed in time, and is good again after its last day when the order that waited was cancelled. */
  readonly hasBeenRedeemed: boolean;
  /** An operator has taken it back. */
  readonly isVoid: boolean;
}

interface VoucherAsk {
  readonly hash: string;
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

export const vouchers = defineLedgerTable<LedgerVoucher, 'redeemedBy' | 'isVoid', VoucherAsk>({
  name: 'vouchers',
  money: {
    house: VOUCHER_HOUSE,
    kinds: {
      // Of an order whose voucher was redeemed: the redemption itself waits.
      voucher: { ways: ['VOUCHERS SALES'], whenFrozen: 'goes on', mail: { none: 'no wallet of the member moves' } },
    },
  },
  // Whoever redeems one, or gives it back, places an order of its line.
  keptStillBy: stock.name,
  load: async (db, { ids, asks }) => {
    const rows = await db.read<[string, Buffer, number, bigint, Date | null, bigint | null, boolean, boolean]>(
      'ledger_voucher',
      `SELECT id, code_hash, package_id, amount_units, expires_at, redeemed_by, redeemed_at IS NOT NULL, voided_at IS NOT NULL FROM voucher
        WHERE id IN (SELECT v.id FROM voucher v WHERE v.code_hash = ANY($1::bytea[]) UNION ALL SELECT unnest($2::uuid[])) ORDER BY id`,
      [asks.map(({ hash }) => bytes(hash)), list(ids)],
    );
    return rows.map(([id, hash, packageId, amountUnits, expiresAt, redeemedBy, hasBeenRedeemed, isVoid]) => {
      return {
        id,
        codeHash: hash.toString('hex'),
        packageId,
        amountUnits,
        expiresAt,
        redeemedBy,
        hasBeenRedeemed,
        isVoid,
      };
    });
  },
  /** From one member to another it does not go, and what is void stays it. */
  allows: (before, after) => (before.redeemedBy === null || after.redeemedBy === null) && !before.isVoid,
  update: (db, rows) =>
    db.send(
      'ledger_voucher_after',
      `UPDATE voucher SET redeemed_by = c.redeemed_by, redeemed_at = CASE WHEN c.redeemed_by IS NULL THEN voucher.redeemed_at ELSE $4::timestamptz END,
              voided_at = CASE WHEN c.is_void THEN $4::timestamptz END
         FROM unnest($1::uuid[], $2::bigint[], $3::boolean[]) AS c(id, redeemed_by, is_void) WHERE voucher.id = c.id`,
      [...columns(rows, 'id', 'redeemedBy', 'isVoid'), db.now.toISOString()],
    ),
  insert: (db, rows) =>
    db.send(
      'ledger_new_voucher',
      `INSERT INTO voucher (code_hash, id, package_id, amount_units, expires_at, redeemed_by, redeemed_at, created_at)
       SELECT v.*, CASE WHEN v.redeemed_by IS NOT NULL THEN $7::timestamptz END, $7::timestamptz
         FROM unnest($1::bytea[], $2::uuid[], $3::smallint[], $4::bigint[], $5::timestamptz[], $6::bigint[])
           AS v(code_hash, id, package_id, amount_units, expires_at, redeemed_by)`,
      [
        rows.map(({ codeHash }) => bytes(codeHash)),
        ...columns(rows, 'id', 'packageId', 'amountUnits', 'expiresAt', 'redeemedBy'),
        db.now.toISOString(),
      ],
    ),
});

/** The one with that hash, if there is one. */
export const voucherByHash = defineLedgerList<LedgerVoucher, string, VoucherAsk>({
  table: vouchers,
  opens: (ask, hash: string) => ask.hash === hash,
  group: ({ codeHash }) => codeHash,
  compare: () => 0,
});

const MISREAD: Record<string, string> = { O: '0', I: '1', L: '1' };

/** Capital letters and digits of Crockford's alphabet; spaces and dashes do not count, O reads as 0, I and L as 1. */
const normaliseVoucherCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (sign) => MISREAD[sign]!);

/** What is stored of a code: who reads the table cannot redeem, nor try codes out without the pepper. */
export const voucherCodeHash = (pepper: string, code: string): Buffer =>
  createHmac('sha256', pepper)
    .update(`voucher:${normaliseVoucherCode(code)}`)
    .digest();
