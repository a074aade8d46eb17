import { member, NOBODYS, other, type Forgery } from './forgery.ts';

const SENT = '00000000-0000-7000-8000-000000000006';

/** Something of the demo member's that goes to another one. */
const sendAway = (answered: string): string => `
  INSERT INTO transfer (id, kind, member_id, receiver_id, answered) VALUES ('${SENT}', 'transfer', ${member}, ${other}, ${answered});
  INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
    VALUES ('${SENT}', 0, 1, ${member} * 16 + 1, ${other} * 16 + 1, 100000000);
  UPDATE account SET balance = balance - 100000000 WHERE id = ${member} * 16 + 1;
  UPDATE account SET balance = balance + 100000000 WHERE id = ${other} * 16 + 1`;

const SWAPS: readonly Forgery[] = [
  {
    name: 'the prices of a swap',
    sql: `UPDATE swap_quote SET from_price_units = from_price_units * 10, to_price_units = to_price_units * 10 WHERE transfer_id IS NOT NULL`,
  },
  {
    name: 'the spread of a swap',
    sql: `UPDATE swap_quote SET spread_ppm = 1 WHERE transfer_id IS NOT NULL`,
  },
];

const TRANSFERS: readonly Forgery[] = [
  { name: 'a transfer to another member that nobody asked for', sql: sendAway('NULL') },
  {
    name: 'a transfer to another member under the answer of another one',
    sql: sendAway(`(SELECT answered FROM transfer WHERE kind = 'transfer' AND member_id = ${member} LIMIT 1)`),
  },
  {
    name: 'the note of a transfer',
    soon: true,
    sql: `UPDATE transfer SET reason = 'for nothing' WHERE id = (SELECT id FROM transfer WHERE kind = 'transfer' ORDER BY id LIMIT 1)`,
  },
  {
    name: 'who received a transfer',
    sql: `UPDATE transfer SET receiver_id = (SELECT max(id) FROM member) WHERE id = (SELECT id FROM transfer WHERE kind = 'transfer' ORDER BY id LIMIT 1)`,
  },
];

const DEPOSITS: readonly Forgery[] = [
  {
    name: 'a deposit that no chain knows',
    sql: `
      INSERT INTO transfer (id, kind, member_id) VALUES ('${SENT}', 'deposit', ${member});
      INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount) VALUES ('${SENT}', 0, 1, account_of(116, 1), ${member} * 16 + 1, 100000000);
      UPDATE account SET balance = balance + 100000000 WHERE id = ${member} * 16 + 1`,
  },
  {
    name: 'whose deposit it is',
    sql: `UPDATE deposit SET member_id = ${other} WHERE member_id = ${member}`,
  },
  {
    name: 'the key of a member’s addresses',
    sql: `UPDATE deposit_key SET child = child + 1000 WHERE (member_id, family) = (SELECT member_id, family FROM deposit_key LIMIT 1)`,
  },
  {
    name: 'a deposit address of somebody else',
    sql: `UPDATE deposit_address SET address = '${NOBODYS}' WHERE id = (SELECT min(id) FROM deposit_address)`,
  },
  {
    name: 'a deposit address that nobody made',
    sql: `
      INSERT INTO deposit_address (member_id, network_id, address, child, created_at)
        SELECT id, 2, '${NOBODYS}', 999, now() FROM member m WHERE NOT EXISTS (SELECT FROM deposit_address a WHERE (a.member_id, a.network_id) = (m.id, 2)) LIMIT 1`,
  },
];

/** Of what is exchanged, sent to others and comes in. */
export const MOVING: readonly Forgery[] = [...SWAPS, ...TRANSFERS, ...DEPOSITS];
