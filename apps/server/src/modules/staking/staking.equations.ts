import { STAKE_ACTIVE, STAKE_ENDED } from '@minerx/rules/staking';
import type { Equation } from '../../ledger/equation.ts';

const PARTS = 'VALUES (s.wallet_id, s.amount_units), (s.wallet2_id, s.amount2_units)';

/** What must hold between a stake, its hold and the wallets of its member. */
export const STAKING_EQUATIONS: readonly Equation[] = [
  {
    name: 'stakes',
    sentence:
      'What a stake says left its member once, stands in its hold while it is active, and came back once when it ended.',
    rows: `SELECT s.id FROM staking_order s CROSS JOIN LATERAL (${PARTS}) AS part (wallet_id, units)
            LEFT JOIN account a ON a.id = account_of(s.hold_owner_id, part.wallet_id)
            LEFT JOIN (SELECT t.order_id, p.wallet_id, t.member_id,
                              sum(p.amount) FILTER (WHERE t.kind = 'stake' AND p.source = account_of(t.member_id, p.wallet_id)) AS taken,
                              sum(p.amount) FILTER (WHERE t.kind = 'unstake' AND p.destination = account_of(t.member_id, p.wallet_id)) AS back
                         FROM transfer t JOIN posting p ON p.transfer_id = t.id
                        WHERE t.kind IN ('stake', 'unstake') GROUP BY 1, 2, 3) m
              ON m.order_id = s.id AND m.wallet_id = part.wallet_id AND m.member_id = s.member_id
           WHERE coalesce(m.taken, 0) <> part.units
              OR coalesce(m.back, 0) <> CASE WHEN s.status = ${STAKE_ENDED} THEN part.units ELSE 0 END
              OR coalesce(a.balance, 0) <> CASE WHEN s.status = ${STAKE_ACTIVE} THEN part.units ELSE 0 END`,
  },
  {
    name: 'staking-holds',
    sentence: 'Every active stake has its open hold, and no hold for staking is open without one.',
    rows: `SELECT coalesce(h.owner_id, s.hold_owner_id) AS id FROM (SELECT owner_id FROM hold WHERE state = 'open' AND reason = 'staking') h
            FULL JOIN (SELECT hold_owner_id FROM staking_order WHERE status = ${STAKE_ACTIVE}) s ON s.hold_owner_id = h.owner_id
           WHERE h.owner_id IS NULL OR s.hold_owner_id IS NULL`,
  },
];
