import { tokenOfUnits } from '@minerx/rules/deposit';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool, PoolClient } from 'pg';
import { LOCAL_CHAIN_ID, noteContracts } from '../../src/demo/chain/demo-chain.ts';
import type { Funnel } from '../../src/ledger/funnel.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { queuePayouts } from '../../src/modules/payout/payout-round.command.ts';
import { approveWithdrawal } from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { listSendableWithdrawals } from '../../src/modules/withdrawal/withdrawal.query.ts';
import type { Check } from './forgery-checks.ts';
import { member, NOBODYS, WALLET_FORGERIES } from './wallet-forgeries.ts';
import { asking } from '../withdrawals.ts';

/** What a thief with all rights on the database would write. Each works on a database in which the demo was lived. */
export interface Forgery {
  readonly name: string;
  /** One or more statements. */
  readonly sql: string;
}

const MINED = 4 * 16 + 3;
const ADJUSTED = 8 * 16 + 1;

const order = (status: number, more = ''): string =>
  `(SELECT id FROM miner_order WHERE status = ${status} ${more} ORDER BY id LIMIT 1)`;
const other = `(SELECT id FROM member WHERE email_key = 'us@minerx.test')`;
const closedPack = `(SELECT p.id FROM blessing_pack p JOIN blessing_deck d ON d.pack_id = p.id WHERE p.opened_at IS NULL ORDER BY p.id LIMIT 1)`;
const openedPack = `(SELECT min(pack_id::text)::uuid FROM blessing_opened)`;
const rewarded = `(SELECT order_id, day FROM reward WHERE sat > 0 ORDER BY day, order_id LIMIT 1)`;

/** A transfer with one posting into the demo member's USDT, and the balance that goes with it. */
const payIn = (kind: string, source: string | number): string => `
  INSERT INTO transfer (id, kind, member_id) VALUES ('00000000-0000-7000-8000-000000000001', '${kind}', ${member});
  INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
    VALUES ('00000000-0000-7000-8000-000000000001', 0, 1, ${source}, ${member} * 16 + 1, 100000000000);
  UPDATE account SET balance = balance + 100000000000 WHERE id = ${member} * 16 + 1`;

/** An opened deck with another card, and everything that is computed from it. */
const deck = (pack: string): string => `
  UPDATE blessing_card SET amount_units = amount_units + 100000000 WHERE pack_id = ${pack} AND position = 0;
  UPDATE blessing_opened o SET deck = s.deck
    FROM (SELECT c.pack_id,
                 E'blessing-deck/1\\n' || c.pack_id || string_agg(E'\\n' || c.position || '|' || z.name || '|' || c.amount_units / 100000000, '' ORDER BY c.position) AS deck
            FROM blessing_card c JOIN blessing_prize z ON z.id = c.prize_id WHERE c.pack_id = ${pack} GROUP BY 1) s
   WHERE o.pack_id = s.pack_id;
  UPDATE blessing_deck d SET commitment = sha256(convert_to(o.deck, 'UTF8') || o.salt) FROM blessing_opened o WHERE o.pack_id = d.pack_id AND o.pack_id = ${pack}`;

const MONEY: readonly Forgery[] = [
  {
    name: 'the amount of a posting',
    sql: `UPDATE posting SET amount = amount * 10 WHERE (transfer_id, position) = (SELECT transfer_id, position FROM posting WHERE destination >= 16000 LIMIT 1)`,
  },
  {
    name: 'a posting deleted',
    sql: `DELETE FROM posting WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'purchase' LIMIT 1)`,
  },
  {
    name: 'a transfer deleted',
    sql: `DELETE FROM transfer WHERE id = (SELECT id FROM transfer WHERE kind = 'activation' LIMIT 1)`,
  },
  { name: 'a balance', sql: `UPDATE account SET balance = balance + 100000000 WHERE id = ${member} * 16 + 1` },
  { name: 'money from nowhere, as a credit', sql: payIn('credit', ADJUSTED) },
  { name: 'money from nowhere, as a prize', sql: payIn('prize', 6 * 16 + 1) },
  { name: 'money from nowhere, as a refund', sql: payIn('refund', 2 * 16 + 1) },
  { name: 'money from nowhere, as a debit', sql: payIn('debit', ADJUSTED) },
  {
    name: 'money from another member',
    sql: `${payIn('credit', `${other} * 16 + 1`)}; UPDATE account SET balance = balance - 100000000000 WHERE id = ${other} * 16 + 1`,
  },
  {
    name: 'a credit ten times as high',
    sql: `
      UPDATE posting SET amount = amount * 10 WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'credit' AND member_id = ${member} ORDER BY id LIMIT 1);
      UPDATE account a SET balance = a.balance + p.amount / 10 * 9 FROM posting p
       WHERE p.transfer_id = (SELECT id FROM transfer WHERE kind = 'credit' AND member_id = ${member} ORDER BY id LIMIT 1) AND a.id = p.destination`,
  },
  { name: 'the answers of commands deleted', sql: `DELETE FROM command` },
  {
    name: 'the answer of one command deleted',
    sql: `DELETE FROM command WHERE (actor, name, key) = (SELECT actor, name, key FROM command WHERE name = 'credit_member' LIMIT 1)`,
  },
];

const HOLDS: readonly Forgery[] = [
  {
    name: 'the state of a hold',
    sql: `UPDATE hold SET state = 'returned', closed_at = now() WHERE owner_id = (SELECT hold_owner_id FROM miner_order WHERE status = 6 LIMIT 1)`,
  },
  {
    name: 'a closed hold opened',
    sql: `UPDATE hold SET state = 'open', closed_at = NULL WHERE owner_id = (SELECT owner_id FROM hold WHERE state = 'returned' AND reason = 'staking' LIMIT 1)`,
  },
  {
    name: 'the deadline of a hold',
    sql: `UPDATE hold SET deadline_at = now() WHERE owner_id = (SELECT owner_id FROM hold WHERE state = 'open' LIMIT 1)`,
  },
  { name: 'the amount of a stake', sql: `UPDATE staking_order SET amount_units = amount_units * 10 WHERE status = 1` },
  {
    name: 'a stake that ends today',
    sql: `UPDATE staking_order SET ends_at = created_at + interval '1 minute' WHERE status = 1`,
  },
  {
    name: 'a stake that ends today, with its hold',
    sql: `
      UPDATE hold SET deadline_at = created_at WHERE owner_id IN (SELECT hold_owner_id FROM staking_order WHERE status = 1);
      UPDATE staking_order SET ends_at = created_at + interval '1 minute' WHERE status = 1`,
  },
];

const ORDERS: readonly Forgery[] = [
  { name: 'stock', sql: `UPDATE stock SET used = used - 1 WHERE line = 'x1'` },
  {
    name: 'a device shared out twice',
    sql: `UPDATE device SET free = true WHERE id = (SELECT device_id FROM allocation WHERE released_at IS NULL LIMIT 1)`,
  },
  {
    name: 'an order active without its fee',
    sql: `UPDATE miner_order SET status = 1, activated_at = now() WHERE id = ${order(2)}`,
  },
  {
    name: 'an active order back to ready',
    sql: `UPDATE miner_order SET status = 2, activated_at = NULL WHERE id = ${order(1)}`,
  },
  {
    name: 'an order activated earlier',
    sql: `UPDATE miner_order SET activated_at = activated_at - interval '5 days' WHERE id = ${order(1)}`,
  },
  {
    name: 'an activation for a smaller fee',
    sql: `
      UPDATE account a SET balance = a.balance + p.amount - 1 FROM posting p
       WHERE p.transfer_id = (SELECT id FROM transfer WHERE kind = 'activation' ORDER BY id LIMIT 1) AND a.id = p.source;
      UPDATE posting SET amount = 1 WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'activation' ORDER BY id LIMIT 1)`,
  },
  {
    name: 'a raised profit cap',
    sql: `
      UPDATE miner_order SET max_profit_units = max_profit_units * 10, profit_balance_units = profit_balance_units + max_profit_units * 9 WHERE id = ${order(1)}`,
  },
  {
    name: 'the price of an order',
    sql: `UPDATE miner_order SET amount_units = amount_units * 2 WHERE id = ${order(2)}`,
  },
  {
    name: 'the package of an order',
    sql: `UPDATE miner_order SET package_id = 3 WHERE id = ${order(1, 'AND package_id = 1')}`,
  },
  {
    name: 'the owner of an order',
    sql: `UPDATE miner_order SET member_id = ${other} WHERE id = ${order(2, `AND member_id = ${member}`)}`,
  },
  {
    name: 'an order from nowhere',
    sql: `
      INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units)
        SELECT '00000000-0000-7000-8000-000000000002', 'MXFORGED', 'X1-FORGED', ${member}, package_id, 7, amount_units, max_profit_units, max_profit_units
          FROM miner_order WHERE package_id = 2 LIMIT 1`,
  },
];

const VOUCHERS: readonly Forgery[] = [
  {
    name: 'the state of a voucher',
    sql: `UPDATE voucher SET redeemed_by = NULL, redeemed_at = NULL WHERE redeemed_by IS NOT NULL`,
  },
  {
    name: 'a voucher worth ten times as much',
    sql: `UPDATE voucher SET amount_units = amount_units * 10 WHERE redeemed_by IS NULL`,
  },
  {
    name: 'a voucher from nowhere',
    sql: `INSERT INTO voucher (id, code_hash, package_id, amount_units) VALUES (gen_random_uuid(), sha256('forged'), 3, 100000000000)`,
  },
  {
    name: 'a voucher of another package',
    sql: `UPDATE voucher SET package_id = 7 - package_id WHERE redeemed_by IS NULL`,
  },
];

const REWARDS: readonly Forgery[] = [
  {
    name: 'the inputs of a reward',
    sql: `UPDATE reward SET inputs = jsonb_set(inputs, '{carryPicoSat}', '"999999999999"') WHERE (order_id, day) = ${rewarded}`,
  },
  {
    name: 'the hashes in the inputs of a reward',
    sql: `UPDATE reward SET inputs = jsonb_set(inputs, '{segments,0,hashesTenths}', '"1"') WHERE (order_id, day) = ${rewarded}`,
  },
  {
    name: 'a reward doubled with its posting and balance',
    sql: `
      UPDATE account a SET balance = a.balance + p.amount FROM posting p
       WHERE p.transfer_id = (SELECT transfer_id FROM reward WHERE (order_id, day) = ${rewarded}) AND a.id = p.destination;
      UPDATE posting SET amount = amount * 2 WHERE transfer_id = (SELECT transfer_id FROM reward WHERE (order_id, day) = ${rewarded});
      UPDATE reward SET sat = sat * 2 WHERE (order_id, day) = ${rewarded}`,
  },
  {
    name: 'the hashes of a settled minute',
    sql: `UPDATE device_minute SET hashes = hashes * 10 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0) AND hashes > 0`,
  },
  {
    name: 'what a device is credited of a day',
    sql: `UPDATE device_day SET measured = measured * 10 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0)`,
  },
  {
    name: 'what the pool paid for a day',
    sql: `UPDATE pool_payout SET reward_sat = reward_sat * 10 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0)`,
  },
  {
    name: 'what an order may carry over',
    sql: `UPDATE miner_order SET carry_pico_sat = 999999999999 WHERE id = ${order(1, 'AND id IN (SELECT order_id FROM reward)')}`,
  },
  {
    name: 'the fee of an order',
    sql: `UPDATE miner_order SET activation_fee_units = 1 WHERE id = ${order(2)}`,
  },
  { name: 'the amount of a reward', sql: `UPDATE reward SET sat = sat * 2 WHERE (order_id, day) = ${rewarded}` },
  {
    name: 'a reward from nowhere',
    sql: payIn('reward', MINED).replaceAll('* 16 + 1', '* 16 + 3').replace('0, 1, 67', '0, 3, 67'),
  },
  { name: 'a reward deleted', sql: `DELETE FROM reward WHERE (order_id, day) = ${rewarded}` },
  {
    name: 'the price of a settled day',
    sql: `UPDATE settlement_day SET price_units = price_units / 2 WHERE day = (SELECT min(day) FROM reward WHERE sat > 0)`,
  },
];

const BLESSINGS: readonly Forgery[] = [
  {
    name: 'a card',
    sql: `UPDATE blessing_card SET amount_units = amount_units + 100000000 WHERE pack_id = ${openedPack} AND position = 0`,
  },
  { name: 'a deck', sql: `UPDATE blessing_opened SET deck = deck || '!' WHERE pack_id = ${openedPack}` },
  { name: 'a deck swapped whole, with its commitment', sql: deck(openedPack) },
  {
    name: 'a closed deck swapped for another',
    sql: `UPDATE blessing_deck SET sealed = (SELECT sealed FROM blessing_deck WHERE pack_id = ${openedPack}) WHERE pack_id = ${closedPack}`,
  },
  {
    name: 'the seed of a closed deck',
    sql: `UPDATE blessing_deck SET member_seed = 'mine' WHERE pack_id = ${closedPack}`,
  },
  {
    name: 'what was committed to for a day',
    sql: `UPDATE blessing_seed SET commitment = sha256('x') WHERE day = (SELECT max(day) FROM blessing_seed)`,
  },
  {
    name: 'a pack from nowhere',
    sql: `
      INSERT INTO blessing_pack (id, member_id, order_id, number, granted_at)
        SELECT '00000000-0000-7000-8000-000000000003', member_id, id, 99, now() FROM miner_order WHERE id = ${order(1, 'AND package_id = 1')}`,
  },
  {
    name: 'a pack taken away',
    sql: `DELETE FROM blessing_card WHERE pack_id = ${closedPack}; DELETE FROM blessing_deck WHERE pack_id = ${closedPack}; DELETE FROM blessing_pack WHERE id = (SELECT id FROM blessing_pack WHERE opened_at IS NULL ORDER BY id LIMIT 1)`,
  },
  {
    name: 'the weight of a prize',
    sql: `UPDATE blessing_prize SET weight = weight * 100 + 1 WHERE id = (SELECT min(id) FROM blessing_prize)`,
  },
  {
    name: 'how many are left of a prize',
    sql: `UPDATE blessing_prize SET remaining = remaining - 1 WHERE remaining > 0`,
  },
  {
    name: 'what a pick was paid',
    sql: `UPDATE blessing_pick SET credited_units = credited_units * 2 WHERE wallet_id IS NOT NULL`,
  },
];

const PEOPLE: readonly Forgery[] = [
  {
    name: 'the hash of a password',
    sql: `UPDATE member SET password_hash = (SELECT password_hash FROM member WHERE id = ${other}) WHERE id = ${member}`,
  },
  { name: 'the hash of a PIN', sql: `UPDATE member SET pin_hash = 'x' WHERE id = ${member}` },
  { name: 'the mailbox of a member', sql: `UPDATE member SET email = 'thief@example.com' WHERE id = ${member}` },
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

const SETTINGS: readonly Forgery[] = [
  { name: 'the price of a wallet', sql: `UPDATE wallet_type SET price_units = price_units * 2 WHERE id = 5` },
  {
    name: 'the price of a wallet, with its history',
    sql: `
      UPDATE wallet_type SET price_units = price_units * 2, price_at = now() WHERE id = 5;
      INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) SELECT id, price_at, price_units, price_source, false FROM wallet_type WHERE id = 5`,
  },
  { name: 'the price of BTC', sql: `UPDATE wallet_type SET price_units = price_units / 1000 WHERE id = 3` },
  { name: 'the fee of NFTs', sql: `UPDATE setting SET value = '"0"' WHERE key = 'nft_withdraw_fee'` },
  {
    name: 'which NFTs need two operators',
    sql: `INSERT INTO setting (key, value) VALUES ('nft_two_operators', '[]') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  },
  {
    name: 'the wait of addresses to come',
    sql: `UPDATE setting SET value = '0' WHERE key = 'withdrawal_address_hold_hours'`,
  },
  { name: 'a package', sql: `UPDATE miner_package SET max_profit_units = max_profit_units * 2 WHERE id = 1` },
  { name: 'the methods of a community', sql: `UPDATE community SET payment_methods = '3' WHERE id = 2` },
  { name: 'what withdrawing costs', sql: `UPDATE asset_network SET fee_units = 0 WHERE wallet_id = 1` },
  { name: 'whose token counts as the coin', sql: `UPDATE asset_network SET contract = '0xabc' WHERE wallet_id = 1` },
  { name: 'a network switched off', sql: `UPDATE network SET enabled_withdraw = false WHERE id = 2` },
  { name: 'the term of a staking type', sql: `UPDATE staking_type SET term_days = 1` },
];

const AUDIT: readonly Forgery[] = [
  { name: 'a line of the audit log', sql: `UPDATE audit SET reason = 'nothing' WHERE id = 3` },
  { name: 'a line of the audit log taken out', sql: `DELETE FROM audit WHERE id = 5` },
  { name: 'the end of the audit log', sql: `DELETE FROM audit WHERE id > (SELECT max(id) - 3 FROM audit)` },
  { name: 'the whole audit log', sql: `DELETE FROM audit` },
];

export const FORGERIES: readonly Forgery[] = [
  ...MONEY,
  ...HOLDS,
  ...ORDERS,
  ...VOUCHERS,
  ...REWARDS,
  ...BLESSINGS,
  ...PEOPLE,
  ...WALLET_FORGERIES,
  ...SWAPS,
  ...SETTINGS,
  ...AUDIT,
];

/**
 * What the demo lacks: a command that came with a key, so that its answer is stored, and withdrawals: one that is approved and
 * queued for the chain, one under review.
 */
export const prepareForgeries = async (pool: Pool, run: Funnel['run']): Promise<void> => {
  const { rows } = await pool.query<{ id: bigint }>(`SELECT id FROM member WHERE email_key = 'demo@minerx.test'`);
  const memberId = rows[0]!.id;
  const actor = 'operator:x' as const;
  const credit = { memberId, walletId: WALLET.USDT, amountUnits: unitsOf('100'), reason: 'x', actor };
  await run(creditMember(credit, 'a key'));
  await noteContracts(pool, [NETWORK.BEP20]);
  const bank = { pool, clock: Date };
  const { id } = await run(await asking(bank, memberId));
  await run(approveWithdrawal(id, 1, { actor, reason: 'x' }));
  await run(await asking(bank, memberId, { amount: '30' }));
  // The demo has an approved one of its own.
  const sendable = await listSendableWithdrawals(pool, [NETWORK.BEP20], 10);
  const coin = sendable.find((each) => each.id === id);
  const { contract, address, amountUnits, decimals } = coin!;
  const amount = tokenOfUnits(amountUnits, decimals);
  const intent = {
    kind: 'transfer',
    contract: contract.toLowerCase(),
    to: address.toLowerCase(),
    amount,
  } as const;
  const payable = { id, kind: 'withdrawal', memberId, networkId: NETWORK.BEP20, intent } as const;
  await queuePayouts(bank, [payable], { chainId: LOCAL_CHAIN_ID, sender: NOBODYS });
};

/** `silent`: no trigger and no foreign key of the database speaks, as somebody with all rights can have it. */
export type ForgingWay = 'open' | 'silent';

/** Makes it in a transaction that is undone. Gives the equations that see it, or what the database refused it with, and how many rows it changed. */
export const forge = async (
  owner: PoolClient,
  { sql }: Pick<Forgery, 'sql'>,
  way: ForgingWay,
  check: Check,
): Promise<{ seenBy: string[]; refused: string | null; rows: number }> => {
  let rows = 0;
  await owner.query('BEGIN');
  try {
    if (way === 'silent') await owner.query('SET LOCAL session_replication_role = replica');
    try {
      const done = [await owner.query(sql)].flat();
      rows = done.reduce((sum, { command, rowCount }) => sum + (command === 'SELECT' ? 0 : (rowCount ?? 0)), 0);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // A refusal of the database is one of its integrity; anything else is a mistake in the list.
      if (!code?.startsWith('23')) throw error;
      return { seenBy: [], refused: message, rows };
    }
    return { seenBy: await check(owner), refused: null, rows };
  } finally {
    await owner.query('ROLLBACK');
  }
};
