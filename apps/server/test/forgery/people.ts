import { member, other, type Forgery } from './forgery.ts';

/** Of members, what they own and where it goes. */
export const PEOPLE: readonly Forgery[] = [
  {
    name: 'the hash of a password',
    sql: `UPDATE member SET password_hash = (SELECT password_hash FROM member WHERE id = ${other}) WHERE id = ${member}`,
  },
  { name: 'the hash of a PIN', sql: `UPDATE member SET pin_hash = 'x' WHERE id = ${member}` },
  { name: 'the mailbox of a member', sql: `UPDATE member SET email = 'thief@example.com' WHERE id = ${member}` },
  { name: 'the name by which others find a member', sql: `UPDATE member SET username = 'thief' WHERE id = ${member}` },
  {
    name: 'the referral code of a member',
    sql: `UPDATE member SET referral_code = 'THIEF001' WHERE id = ${member}`,
  },
  { name: 'who brought a member', sql: `UPDATE member SET sponsor_id = NULL WHERE id = ${other}` },
  {
    name: 'a sign-in ticket that nobody issued',
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
    name: 'an NFT approved by nobody',
    sql: `
      UPDATE nft SET status = 3 WHERE id = (SELECT nft_id FROM nft_withdrawal WHERE status = 0 ORDER BY id LIMIT 1);
      UPDATE nft_withdrawal SET status = 1, decided_at = now() WHERE id = (SELECT id FROM nft_withdrawal WHERE status = 0 ORDER BY id LIMIT 1)`,
  },
];
