import type { Equation } from '../../ledger/equation.ts';
import { newestLines } from '../../ledger/ledger.equations.ts';

const UNIT = 100_000_000;

/** What the audit log says of a member's credits and debits, by transfer. */
const ADJUSTED = `
  SELECT a.id, a.detail->>'transferId' AS transfer_id, a.action, a.subject, a.reason, a.detail->>'wallet' AS wallet, (a.detail->>'amount')::numeric * ${UNIT} AS units
    FROM audit a WHERE a.action IN ('member.credit', 'member.debit')`;

/** What must hold between members and what the audit log tells of them. */
export const MEMBER_EQUATIONS: readonly Equation[] = [
  {
    name: 'adjustments',
    sentence: 'Every credit and debit has one line of the audit log: of its member, wallet, amount and reason.',
    rows: `SELECT coalesce(t.id::text, 'audit ' || a.id) AS id
            FROM (SELECT id, kind, member_id, reason FROM transfer WHERE kind IN ('credit', 'debit')) t
            FULL JOIN (${ADJUSTED}) a ON a.transfer_id = t.id::text
            LEFT JOIN LATERAL (SELECT count(*) AS postings, sum(p.amount) AS units, min(w.name) AS wallet,
                                      bool_and((CASE t.kind WHEN 'credit' THEN p.destination ELSE p.source END) = account_of(t.member_id, p.wallet_id)) AS own
                                 FROM posting p JOIN wallet_type w ON w.id = p.wallet_id WHERE p.transfer_id = t.id) p ON true
           WHERE t.id IS NULL OR a.id IS NULL OR p.postings <> 1 OR NOT p.own
              OR a.action <> 'member.' || t.kind OR a.subject <> 'member:' || t.member_id OR a.wallet <> p.wallet OR a.units <> p.units OR t.reason IS DISTINCT FROM a.reason
          UNION ALL SELECT transfer_id FROM (${ADJUSTED}) a GROUP BY transfer_id HAVING count(*) > 1`,
  },
  {
    name: 'sign-in-links',
    about: 'settings',
    sentence: 'Every sign-in link was issued by an operator, whose line of the audit log says until when it is good.',
    rows: `SELECT 'member ' || l.member_id || ' ' || l.created_at AS id FROM one_use_link l WHERE l.purpose = 'redirect'
             AND NOT EXISTS (SELECT FROM audit a WHERE a.action = 'member.redirect' AND a.subject = 'member:' || l.member_id
                                AND (a.detail->>'expires')::timestamptz = l.expires_at)`,
  },
  {
    name: 'freezes',
    about: 'settings',
    sentence:
      'Exactly the members whom the audit log tells frozen are, since it says so; their account at BTA Pay is the one it tells.',
    rows: `SELECT coalesce(a.subject, 'member:' || m.id) AS id FROM (SELECT id, frozen_at FROM member WHERE frozen_at IS NOT NULL) m
            FULL JOIN (SELECT * FROM (${newestLines(`'member.freeze', 'member.unfreeze'`, 'member')}) n WHERE action = 'member.freeze') a ON a.subject = 'member:' || m.id
           WHERE m.id IS NULL OR a.subject IS NULL OR m.frozen_at <> a.at
          UNION ALL
          SELECT coalesce(a.subject, 'member:' || m.id) FROM (SELECT id, btapay_id FROM member WHERE btapay_id IS NOT NULL) m
            FULL JOIN (${newestLines(`'btapay.save'`, 'member')}) a ON a.subject = 'member:' || m.id
           WHERE (a.detail->>'after' IN (m.btapay_id, 'sha256:' || encode(sha256(convert_to(m.btapay_id, 'UTF8')), 'hex'))) IS NOT TRUE
             AND NOT (m.id IS NULL AND EXISTS (SELECT FROM audit d WHERE d.action = 'member.delete' AND d.subject = a.subject))`,
  },
  {
    name: 'member-addresses',
    about: 'settings',
    sentence:
      'Every other address of a member was recorded in the same transaction, in the audit log and as a change of it, or is the end of the account; exactly the members whom the audit log tells deleted are.',
    rows: `SELECT 'member ' || v.key AS id
             FROM (SELECT key, value, tx, at, lag(value) OVER (PARTITION BY key ORDER BY id) AS was FROM row_version WHERE table_name = 'member') v
            WHERE v.was IS NOT NULL AND v.tx IS NOT NULL AND (v.value->3, v.value->4) IS DISTINCT FROM (v.was->3, v.was->4)
              AND NOT EXISTS (SELECT FROM audit a WHERE a.tx = v.tx AND a.written_at = v.at AND a.subject = 'member:' || v.key
                                 AND (a.action = 'member.delete'
                                      OR (a.action = 'member.email' AND EXISTS (SELECT FROM factor_change f WHERE f.tx = v.tx AND f.member_id::text = v.key AND f.kind = 'email'))))
          UNION ALL
          SELECT coalesce(a.subject, 'member:' || m.id) FROM (SELECT id FROM member WHERE email_key = 'deleted-' || id || '@deleted.invalid' AND frozen_at IS NOT NULL) m
            FULL JOIN (SELECT DISTINCT subject FROM audit WHERE action = 'member.delete') a ON a.subject = 'member:' || m.id
           WHERE m.id IS NULL OR a.subject IS NULL`,
  },
];
