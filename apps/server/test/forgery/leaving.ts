import { member, NOBODYS, type Forgery } from './forgery.ts';

const paid = `(SELECT id FROM payout WHERE kind = 'withdrawal' ORDER BY id LIMIT 1)`;

/** An order to pay that is written past the product: of a member, on a network, in the state that its withdrawal has. */
const orderToPay = (id: string, kind: string, intent: string): string => `
  INSERT INTO payout (id, kind, member_id, network_id, chain_id, sender, intent, not_before, created_at)
    SELECT ${id}, '${kind}', ${member}, ${kind === 'nft' ? 5 : 2}, 31337, '${NOBODYS}', ${intent}, now(), now()`;

const transferOf = (to: string, amount: string): string =>
  `jsonb_build_object('kind', 'transfer', 'contract', (SELECT lower(contract) FROM asset_network WHERE (wallet_id, network_id) = (1, 2)), 'to', ${to}, 'amount', ${amount})`;

const PAYOUTS: readonly Forgery[] = [
  {
    name: 'where a payout goes',
    sql: `UPDATE payout SET intent = jsonb_set(intent, '{to}', '"${NOBODYS}"') WHERE id = ${paid}`,
  },
  {
    name: 'where a payout goes, with its withdrawal',
    sql: `
      UPDATE payout SET intent = jsonb_set(intent, '{to}', '"${NOBODYS}"') WHERE id = ${paid};
      UPDATE withdrawal SET address = '${NOBODYS}' WHERE id = ${paid}`,
  },
  {
    name: 'the amount of a payout',
    sql: `UPDATE payout SET intent = jsonb_set(intent, '{amount}', to_jsonb(intent->>'amount' || '0')) WHERE id = ${paid}`,
  },
  {
    name: 'the contract of a payout',
    sql: `UPDATE payout SET intent = jsonb_set(intent, '{contract}', '"${NOBODYS}"') WHERE id = ${paid}`,
  },
  { name: 'the network of a payout', sql: `UPDATE payout SET network_id = 4 WHERE id = ${paid}` },
  {
    name: 'a payout that nobody asked for',
    sql: orderToPay('gen_random_uuid()', 'withdrawal', transferOf(`'${NOBODYS}'`, `'1000000000000000000'`)),
  },
  {
    name: 'a payout of what is still under review',
    sql: orderToPay(
      `(SELECT id FROM withdrawal WHERE status = 0 ORDER BY id LIMIT 1)`,
      'withdrawal',
      transferOf(
        `(SELECT lower(address) FROM withdrawal WHERE status = 0 ORDER BY id LIMIT 1)`,
        `(SELECT (amount_units * 10000000000::numeric)::text FROM withdrawal WHERE status = 0 ORDER BY id LIMIT 1)`,
      ),
    ),
  },
  {
    name: 'a payout of an NFT to somebody else',
    sql: orderToPay(
      `(SELECT id FROM nft_withdrawal WHERE status = 1 ORDER BY id LIMIT 1)`,
      'nft',
      `jsonb_build_object('kind', 'safeTransferFrom', 'to', '${NOBODYS}',
         'contract', (SELECT lower(value->'super_rare'->>'address') FROM setting WHERE key = 'nft_collections'),
         'tokenId', (SELECT n.token::text FROM nft_withdrawal w JOIN nft n ON n.id = w.nft_id WHERE w.status = 1 ORDER BY w.id LIMIT 1))`,
    ),
  },
  {
    name: 'a payout that pays under the name of a filled number',
    sql: `
      INSERT INTO payout (id, kind, network_id, chain_id, sender, intent, status, nonce, not_before, created_at)
        SELECT gen_random_uuid(), 'fill', 2, 31337, '${NOBODYS}', intent, 1, 9, now(), now() FROM payout WHERE id = ${paid}`,
  },
  {
    name: 'a payout that has arrived while its withdrawal waits',
    sql: `
      UPDATE payout SET status = 3, nonce = 7, settled_at = now(), tx_hash = '0x' || repeat('ab', 32) WHERE id = ${paid}`,
  },
  {
    name: 'a transaction that was never signed for a payout',
    sql: `
      INSERT INTO payout_attempt (hash, payout_id, raw, max_fee_wei, tip_wei, gas, created_at, broadcast_at)
        VALUES ('0x' || repeat('ab', 32), ${paid}, '0x00', 1, 0, 1, now(), now())`,
  },
  {
    name: 'a withdrawal approved by nobody',
    soon: true,
    sql: `
      UPDATE withdrawal SET status = 1, first_approver = 'operator:finance', decided_at = now(), changed_at = now(), revision = revision + 1
       WHERE id = (SELECT id FROM withdrawal WHERE status = 0 ORDER BY id LIMIT 1)`,
  },
  {
    name: 'when a withdrawal was asked for',
    sql: `UPDATE withdrawal SET created_at = created_at - interval '2 days' WHERE id = ${paid}`,
  },
  {
    name: 'the transaction of an NFT',
    sql: `UPDATE nft_withdrawal SET tx_hash = '0x' || repeat('ef', 32) WHERE status = 1`,
  },
  {
    name: 'a withdrawal that is said to have left',
    sql: `UPDATE withdrawal SET status = 2, tx_hash = '0x' || repeat('cd', 32) WHERE id = ${paid}`,
  },
];

const WALLETS: readonly Forgery[] = [
  {
    name: 'money that the house never got',
    sql: `
      INSERT INTO transfer (id, kind) VALUES ('00000000-0000-7000-8000-000000000005', 'funding');
      INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
        VALUES ('00000000-0000-7000-8000-000000000005', 0, 1, account_of(117, 1), account_of(10, 1), 100000000000)`,
  },
  {
    name: 'a difference that nobody explained',
    sql: `
      INSERT INTO chain_difference (network_id, wallet_id, place, address, raw, block_number, found_at, acknowledged_at, acknowledged_by, reason)
        VALUES (2, 1, 1, '', -1000, 1, now(), now(), 'operator:x', 'x')`,
  },
  {
    name: 'a movement to a cold wallet that nobody agreed to',
    sql: `
      INSERT INTO cold_wallet VALUES (2, '${NOBODYS}');
      INSERT INTO cold_movement (id, network_id, wallet_id, units, proposed_at, address, approved_by, approved_at)
        VALUES ('00000000-0000-7000-8000-000000000006', 2, 1, 100, now(), '${NOBODYS}', 'operator:x', now())`,
  },
  { name: 'a hot wallet of operators that nobody named', sql: `INSERT INTO hand_wallet VALUES (1, '${NOBODYS}')` },
  { name: 'a cold wallet that nobody named', sql: `INSERT INTO cold_wallet VALUES (2, '${NOBODYS}')` },
];

/** Of what leaves for chains, and of what the house's own wallets hold. */
export const LEAVING: readonly Forgery[] = [...PAYOUTS, ...WALLETS];
