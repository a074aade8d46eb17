import type { Equation } from '../../ledger/equation.ts';

/** What must hold of the transfers between members. */
export const TRANSFER_EQUATIONS: readonly Equation[] = [
  {
    name: 'member-transfers',
    sentence:
      'Every transfer between members moved one amount of one wallet from its sender to its receiver, and its sender has asked for it and written its note: the answer under the key says so; no other has one.',
    rows: `SELECT t.id FROM transfer t WHERE t.kind = 'transfer' AND NOT EXISTS (
             SELECT FROM posting p WHERE p.transfer_id = t.id HAVING count(*) = 1
                AND bool_and(p.source = account_of(t.member_id, p.wallet_id) AND p.destination = account_of(t.receiver_id, p.wallet_id)))
          UNION ALL SELECT t.id FROM transfer t WHERE t.kind = 'transfer' AND NOT EXISTS (
             SELECT FROM command c WHERE c.actor || ' ' || c.name || ' ' || c.key = t.answered AND c.actor = 'member:' || t.member_id
                AND c.name = 'transfer_to_member' AND c.answer->'result'->>'id' = t.id::text
                AND (NOT c.answer->'result' ? 'note' OR c.answer->'result'->>'note' IS NOT DISTINCT FROM t.reason))
          UNION ALL SELECT t.id FROM transfer t WHERE t.receiver_id IS NOT NULL AND t.kind <> 'transfer'`,
  },
];
