import { member, NOBODYS, other, type Forgery } from './forgery.ts';

const ready = '(SELECT id FROM nft WHERE status = 1 AND category_id = 1 ORDER BY token LIMIT 1)';

/** Of members, what they own and where it goes. */
export const PEOPLE: readonly Forgery[] = [
  {
    name: 'the hash of a password',
    sql: `UPDATE member SET password_hash = (SELECT password_hash FROM member WHERE id = ${other}) WHERE id = ${member}`,
  },
  { name: 'the hash of a PIN', sql: `UPDATE member SET pin_hash = 'x' WHERE id = ${member}` },
  { name: 'the mailbox of a member', sql: `UPDATE member SET email = 'thief@example.com' WHERE id = ${member}` },
  {
    name: 'the mailbox of a member, as if the PIN had been changed',
    sql: `
      INSERT INTO factor_change (member_id, kind, at) VALUES (${member}, 'pin', now());
      UPDATE member SET email = 'thief@example.com', email_key = 'thief@example.com' WHERE id = ${member}`,
  },
  {
    name: 'the end of an account that nobody ended',
    sql: `
      UPDATE member SET frozen_at = now() WHERE id = ${member};
      SELECT erase_member(${member}, 'x', 'x')`,
  },
  { name: 'the name by which others find a member', sql: `UPDATE member SET username = 'thief' WHERE id = ${member}` },
  {
    name: 'the referral code of a member',
    sql: `UPDATE member SET referral_code = 'THIEF001' WHERE id = ${member}`,
  },
  { name: 'who brought a member', sql: `UPDATE member SET sponsor_id = NULL WHERE id = ${other}` },
  { name: 'the community of a member', sql: `UPDATE member SET community_id = 3 - community_id WHERE id = ${member}` },
  {
    name: 'which terms a member agreed to',
    sql: `UPDATE terms_acceptance SET version = version + 1 WHERE member_id = ${member}`,
  },
  {
    name: 'when a member agreed to them',
    sql: `UPDATE terms_acceptance SET at = at - interval '1 year' WHERE member_id = ${member}`,
  },
  { name: 'that a member agreed to them', sql: `DELETE FROM terms_acceptance WHERE member_id = ${member}` },
  { name: 'a second factor taken away', sql: `DELETE FROM member_factor WHERE member_id = ${member}` },
  {
    name: 'the end of a second factor',
    sql: `UPDATE member_factor SET ended_at = now(), end_seal = sha256('x') WHERE member_id = ${member}`,
  },
  {
    name: 'the secret of a second factor',
    sql: `UPDATE member_factor SET secret = sha256('x') WHERE member_id = ${member}`,
  },
  {
    name: 'whose second factor it is',
    sql: `UPDATE member_factor SET member_id = ${other} WHERE member_id = ${member}`,
  },
  {
    name: 'a second factor that nobody switched on',
    sql: `INSERT INTO member_factor (member_id, secret, step, created_at) VALUES (${other}, sha256('x'), 0, now())`,
  },
  { name: 'a passkey taken away', sql: `DELETE FROM passkey WHERE member_id = ${member}` },
  {
    name: 'the end of a passkey',
    sql: `UPDATE passkey SET ended_at = now(), end_seal = sha256('x') WHERE member_id = ${member}`,
  },
  { name: 'the key of a passkey', sql: `UPDATE passkey SET public_key = 'x' WHERE member_id = ${member}` },
  { name: 'the seal of a passkey', sql: `UPDATE passkey SET seal = sha256('x') WHERE member_id = ${member}` },
  { name: 'whose passkey it is', sql: `UPDATE passkey SET member_id = ${other} WHERE member_id = ${member}` },
  {
    name: 'a passkey that nobody made',
    sql: `
      INSERT INTO passkey (id, member_id, credential_id, public_key, name, counter, created_at, seal)
        SELECT gen_random_uuid(), ${other}, 'x', public_key, name, 0, now(), seal FROM passkey LIMIT 1`,
  },
  {
    name: 'a sign-in link that nobody issued',
    sql: `
      INSERT INTO one_use_link (token_hash, purpose, member_id, created_at, expires_at, seal)
        VALUES (sha256('x'), 'redirect', ${member}, now(), now() + interval '2 minutes', sha256('x'))`,
  },
  {
    name: 'a reset link without a seal',
    sql: `
      INSERT INTO one_use_link (token_hash, purpose, member_id, created_at, expires_at)
        VALUES (sha256('x'), 'reset', ${member}, now(), now() + interval '2 minutes')`,
  },
  {
    name: 'an operator from nowhere',
    sql: `
      INSERT INTO operator (id, email, name, role, password_hash, totp_secret, created_at)
        SELECT gen_random_uuid(), 'thief@minerx.test', 'Thief', 'admin', password_hash, totp_secret, now() FROM operator LIMIT 1`,
  },
  { name: 'what an operator may do', sql: `UPDATE operator SET role = 'admin' WHERE role = 'support'` },
  {
    name: 'what another operator proposed',
    sql: `
      INSERT INTO operator_proposal (id, action, input, proposed_by, proposed_at)
        VALUES (gen_random_uuid(), 'member credit', '{}', 'operator:finance@minerx.test', now())`,
  },
  { name: 'a member frozen', sql: `UPDATE member SET frozen_at = now() WHERE id = ${member}` },
  {
    name: 'a withdrawal address',
    sql: `UPDATE withdrawal_address SET address = '0x52908400098527886E0F7030069857D2E4169EE7'`,
  },
  {
    name: 'a newer withdrawal address',
    sql: `
      INSERT INTO withdrawal_address (member_id, wallet_id, network_id, address, saved_at, usable_at)
        SELECT member_id, wallet_id, network_id, '0x52908400098527886E0F7030069857D2E4169EE7', now(), now() FROM withdrawal_address LIMIT 1`,
  },
  { name: 'the wait of an address cut', sql: `UPDATE withdrawal_address SET usable_at = saved_at` },
  {
    name: 'the owner of an NFT',
    sql: `UPDATE nft SET member_id = ${other} WHERE id = (SELECT id FROM nft WHERE member_id = ${member} AND status = 1 LIMIT 1)`,
  },
  {
    name: 'an NFT that nobody issued',
    sql: `UPDATE nft SET member_id = ${other}, status = 1, acquired_at = now() WHERE id = (SELECT id FROM nft WHERE member_id IS NULL ORDER BY token DESC LIMIT 1)`,
  },
  {
    name: 'where an NFT goes',
    sql: `UPDATE nft_withdrawal SET address = '0x52908400098527886E0F7030069857D2E4169EE7' WHERE status = 0`,
  },
  {
    name: 'the category of an NFT that somebody holds',
    soon: true,
    sql: `UPDATE nft SET category_id = 3 WHERE id = (SELECT id FROM nft WHERE member_id IS NOT NULL AND category_id = 1 ORDER BY token LIMIT 1)`,
  },
  {
    name: 'the first of two who approve an NFT',
    soon: true,
    sql: `UPDATE nft_withdrawal SET first_approver = 'operator:thief' WHERE id = (SELECT id FROM nft_withdrawal WHERE status = 0 ORDER BY id LIMIT 1)`,
  },
  {
    name: 'an NFT that nobody asked for, approved by nobody, with all that both write but the audit log',
    soon: true,
    sql: `
      INSERT INTO hold (owner_id, member_id, reason, state, deadline_at, created_at, closed_at)
        SELECT 999000, member_id, 'nft_withdrawal', 'taken', now() + interval '14 days', now(), now() FROM nft WHERE id = ${ready};
      INSERT INTO nft_withdrawal (id, nft_id, member_id, status, fee_units, hold_owner_id, address, created_at, network_id, two_operators)
        SELECT '00000000-0000-7000-8000-000000000007', id, member_id, 0, 500000000, 999000, '${NOBODYS}', now(), 5, false FROM nft WHERE id = ${ready};
      UPDATE nft_withdrawal SET status = 1, first_approver = 'operator:finance', decided_at = now() WHERE hold_owner_id = 999000;
      INSERT INTO transfer (id, kind, member_id) SELECT o.id::uuid, o.kind, n.member_id FROM nft n,
        (VALUES ('00000000-0000-7000-8000-000000000008', 'nft_withdrawal'), ('00000000-0000-7000-8000-000000000009', 'nft_fee')) AS o (id, kind) WHERE n.id = ${ready};
      INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
        SELECT o.id::uuid, 0, 1, coalesce(o.source, account_of(n.member_id, 1)), o.destination, 500000000 FROM nft n,
          (VALUES ('00000000-0000-7000-8000-000000000008', NULL, account_of(999000, 1)), ('00000000-0000-7000-8000-000000000009', account_of(999000, 1), account_of(9, 1))) AS o (id, source, destination)
         WHERE n.id = ${ready};
      INSERT INTO account (id, balance) VALUES (account_of(999000, 1), 0);
      UPDATE account SET balance = balance - 500000000 WHERE id = (SELECT account_of(member_id, 1) FROM nft WHERE id = ${ready});
      UPDATE nft SET status = 3 WHERE id = (SELECT nft_id FROM nft_withdrawal WHERE hold_owner_id = 999000)`,
  },
  {
    name: 'an NFT approved by nobody',
    sql: `
      UPDATE nft SET status = 3 WHERE id = (SELECT nft_id FROM nft_withdrawal WHERE status = 0 ORDER BY id LIMIT 1);
      UPDATE nft_withdrawal SET status = 1, first_approver = 'operator:finance', second_approver = 'operator:admin', decided_at = now()
       WHERE id = (SELECT id FROM nft_withdrawal WHERE status = 0 ORDER BY id LIMIT 1)`,
  },
  {
    name: 'an NFT approved with nobody’s name',
    sql: `UPDATE nft_withdrawal SET status = 1, first_approver = NULL, second_approver = NULL, decided_at = now() WHERE status = 0`,
  },
  {
    name: 'an NFT that takes two, approved by one',
    sql: `UPDATE nft_withdrawal SET status = 1, first_approver = 'operator:finance', second_approver = NULL, decided_at = now()
           WHERE status = 0 AND two_operators`,
  },
  {
    name: 'an NFT that takes two, approved by one twice',
    sql: `UPDATE nft_withdrawal SET first_approver = 'operator:finance', second_approver = 'operator:finance' WHERE status = 0`,
  },
  {
    name: 'how many must approve an NFT',
    sql: `UPDATE nft_withdrawal SET two_operators = NOT two_operators WHERE status = 0`,
  },
];
