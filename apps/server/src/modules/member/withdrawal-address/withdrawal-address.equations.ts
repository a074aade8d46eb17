import type { Equation } from '../../../ledger/equation.ts';

/** What must hold between saved addresses and what the audit log tells of them. */
export const WITHDRAWAL_ADDRESS_EQUATIONS: readonly Equation[] = [
  {
    name: 'addresses',
    about: 'settings',
    sentence:
      'Every saved withdrawal address is one that the audit log tells of: its member, coin, network, address, and until when it waits.',
    rows: `SELECT coalesce('address ' || w.id, 'audit ' || a.id) AS id FROM withdrawal_address w JOIN network n ON n.id = w.network_id
            FULL JOIN (SELECT id, subject, at, detail FROM audit WHERE action = 'withdrawal_address.save') a
              ON a.subject = 'member:' || w.member_id AND a.at = w.saved_at AND (a.detail->>'wallet')::integer = w.wallet_id AND a.detail->>'network' IN (w.network_id::text, n.label)
             AND a.detail->>'after' = w.address AND (a.detail->>'usableAt')::timestamptz = w.usable_at
           WHERE w.id IS NULL OR a.id IS NULL`,
  },
];
