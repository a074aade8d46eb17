import { TOLD } from '../../ledger/money.ts';
import { list } from '../../ledger/statement.ts';
import { defineLedgerFacts } from '../../ledger/table.ts';
import { resetAtSql } from './outgoing.ledger.ts';

/** The house's accounts of this noun. */
export const MEMBER_HOUSE = {
  /** Operators' credits and debits. */
  ADJUSTMENTS: 8n,
} as const;

interface MemberFacts {
  readonly id: bigint;
  /** The shared contract is closed in the member's country. */
  readonly sharedClosed: boolean;
  /** The community's setting, "1|2". */
  readonly paymentMethods: string;
  readonly frozen: boolean;
  /** When password and PIN were last set by a mailed link; null when never. */
  readonly resetAt: Date | null;
}

export const members = defineLedgerFacts<MemberFacts>({
  name: 'members',
  money: {
    house: MEMBER_HOUSE,
    kinds: {
      credit: { ways: ['ADJUSTMENTS member'], whenFrozen: 'waits', mail: TOLD.moved },
      debit: { ways: ['member ADJUSTMENTS'], whenFrozen: 'goes on', mail: TOLD.moved },
      transfer: { ways: ['member receiver'], whenFrozen: 'waits', mail: { topic: 'transfer_mail' } },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.read<[bigint, boolean, string, boolean, Date | null]>(
      'ledger_member',
      `SELECT m.id, n.shared_closed, c.payment_methods, m.frozen_at IS NOT NULL,
              ${resetAtSql('m.id')}
         FROM member m JOIN community c ON c.id = m.community_id JOIN country n ON n.id = m.country_id
        WHERE m.id = ANY($1::bigint[])`,
      [list(ids)],
    );
    return rows.map(([id, sharedClosed, paymentMethods, frozen, resetAt]) => {
      return { id, sharedClosed, paymentMethods, frozen, resetAt };
    });
  },
});
