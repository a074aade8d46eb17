import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../src/db/test-database.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { issueNft } from '../../src/modules/nft/nft-holding.command.ts';
import { approveLiquidity, proposeLiquidity } from '../../src/modules/swap/liquidity.command.ts';
import { createAccessTokens } from '../../src/modules/session/session.token.ts';
import { hashPin } from '../../src/security/secret-hash.ts';
import { commitTo, packsOf } from '../blessing-pool.ts';
import { DEPOSIT_DOLLAR } from '../chain/deposit-world.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { openMail, type SealedMail } from '../../src/modules/mail/mail.store.ts';
import { moneyHouse, PEPPER } from '../money-house.ts';
import type { MoneyHouse } from '../money-house.ts';
import { saveAddress } from '../withdrawals.ts';
import { SECRET, startServer, stopServer } from './race-servers.ts';

const PIN = '246813';
const AT_ONCE = 50;
const ROUNDS = 3;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BANK = { member_bank_type: 1, member_bank_network: 'BEP20', member_bank_number: ADDRESS };

/** What those are told who use a code that another request uses, and those beyond thirty a minute. */
const LATE = ['err_conflict', 'err_code_wrong', 'err_too_many'];
const WITHDRAWING = { wallet_type: 1, network: 'BEP20', address: ADDRESS, amount: '40' };

interface Told {
  status: number;
  code: string;
  result: Record<string, unknown>;
}

describe('fifty requests at once to two server processes', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let urls: string[];
  const servers: ChildProcess[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'minerx-race-'));

  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    urls = await Promise.all([0, 1].map(() => startServer(database.url, dataDir, servers)));
  });
  afterAll(async () => {
    await Promise.all(servers.map(stopServer));
    await expectCoherentLedger(house.pool);
    await house.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Who is told "not now", as a busy machine may, asks again under the same key, as the member app does. */
  const call = async (
    n: number,
    token: string,
    path: string,
    body: object,
    key: string = randomUUID(),
  ): Promise<Told> => {
    for (;;) {
      const told = await callOnce(n, token, path, body, key);
      if (told.code !== 'err_unavailable') return told;
      expect(told.status).toBe(503);
    }
  };

  const callOnce = async (n: number, token: string, path: string, body: object, key: string): Promise<Told> => {
    const answer = await fetch(`${urls[n % 2]}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    const told = (await answer.json()) as { err_code?: string; result?: Record<string, unknown> };
    return { status: answer.status, code: told.err_code ?? 'ok', result: told.result ?? {} };
  };

  const purchase = (change: object = {}): object => ({
    package: 1,
    payment_method: 1,
    quantity: 1,
    amount1: '1000',
    amount2: '0',
    amount3: '0',
    member_security_pin: PIN,
    ...change,
  });

  /** A member with a session whose PIN both processes have seen, so that the race is for the money and not for the hash. */
  const signedIn = async (
    balances: Parameters<MoneyHouse['member']>[0],
  ): Promise<{ memberId: bigint; token: string }> => {
    const memberId = await house.member(balances);
    await house.pool.query('UPDATE member SET pin_hash = $2 WHERE id = $1', [
      memberId,
      await hashPin(PEPPER, memberId, PIN),
    ]);
    const sessionId = randomUUID();
    await house.pool.query(
      `INSERT INTO session (id, member_id, transport, device, address, expires_at) VALUES ($1, $2, 'body', 'test', '127.0.0.1', now() + interval '1 hour')`,
      [sessionId, memberId],
    );
    const token = createAccessTokens(SECRET, Date).issue({ memberId, sessionId }, Date.now() + 3_600_000);
    for (const n of [0, 1])
      expect((await call(n, token, 'package/purchase', purchase({ package: 98 }))).code).toBe(
        'err_package_unavailable',
      );
    return { memberId, token };
  };

  const mailedCode = async (memberId: bigint): Promise<string> => {
    const { rows } = await house.pool.query<{ mail: SealedMail }>(
      `SELECT o.payload AS mail FROM outbox o JOIN member m ON m.id = $1
        WHERE o.payload -> 'to' ->> 'address' = m.email ORDER BY o.id DESC LIMIT 1`,
      [memberId],
    );
    return (openMail(house.vault, rows[0]!.mail).data as { code: string }).code;
  };

  const all = (start: (n: number) => Promise<Told>): Promise<Told[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, n) => start(n)));
  const count = (told: Told[]): Record<string, number> =>
    Object.fromEntries(
      Object.entries(Object.groupBy(told, ({ code }) => code)).map(([code, group]) => [code, group!.length]),
    );

  it('one miner is bought with the money for one', async () => {
    await house.devices('x1', 30);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ CW: '1500' });
      const told = await all((n) => call(n, token, 'package/purchase', purchase()));
      expect(count(told)).toEqual({ ok: 1, err_insufficient_balance: AT_ONCE - 1 });
      expect(await house.balance(memberId, 'CW')).toBe(unitsOf('500'));
    }
  });

  it('one key buys once, and each of the fifty is told the same', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ CW: '60000' });
      const told = await all((n) => call(n, token, 'package/purchase', purchase(), `the-key-of-round-${round}`));
      expect(count(told)).toEqual({ ok: AT_ONCE });
      expect(new Set(told.map(({ result }) => JSON.stringify(result))).size).toBe(1);
      expect(await house.balance(memberId, 'CW')).toBe(unitsOf('59000'));
    }
  });

  it('one voucher is redeemed by one member', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      // Who typed five wrong ones tries no more for an hour.
      const members = await Promise.all(Array.from({ length: 10 }, () => signedIn({})));
      const code = await house.voucher(3, '1000');
      const told = await all((n) =>
        call(n, members[n % members.length]!.token, 'voucher/package/redeem', { voucher_code: code }),
      );
      expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(
        Object.keys(count(told)).filter((each) => !['ok', 'err_voucher_invalid', 'err_too_many'].includes(each)),
      ).toEqual([]);
    }
  });

  it('one order is activated once', async () => {
    const { memberId, token } = await signedIn({ CW: '10000', AOGTD: '1000' });
    for (let round = 0; round < ROUNDS; round += 1) {
      await call(round, token, 'package/purchase', purchase());
      const { rows } = await house.pool.query<{ id: string }>(
        'SELECT id FROM miner_order WHERE member_id = $1 AND status = 2',
        [memberId],
      );
      const before = await house.balance(memberId, 'AOGTD');
      const told = await all((n) => call(n, token, 'package/order/activate', { id: rows[0]!.id }));
      expect(count(told)).toEqual({ ok: 1, err_order_status: AT_ONCE - 1 });
      expect(await house.balance(memberId, 'AOGTD')).toBe(before - unitsOf('20'));
    }
  });

  it('one Raya Blessing is opened once, and pays once', async () => {
    // The servers have filled the pool; money whose price is the operators' moves at every pick.
    await house.pool.query(`UPDATE blessing_prize SET enabled = name IN ('CW', 'RW')`);
    await house.pool.query('UPDATE miner_package SET free_blessings = $1 WHERE id = 1', [ROUNDS + 1]);
    // The servers live in the time of the world, and none of them has the worker's lease.
    await commitTo(house.pool, new Date().toISOString());
    const { memberId, token } = await signedIn({ CW: '1000' });
    await call(0, token, 'package/purchase', purchase());
    const packs = await packsOf(house.pool, memberId);
    for (const [round, { id }] of packs.slice(0, ROUNDS).entries()) {
      const told = await all((n) => call(n, token, 'package/angpau/packs/open', { id, index: (n + round) % 9 }));
      expect(count(told)).toEqual({ ok: 1, err_opened_pack: AT_ONCE - 1 });
    }
    const last = { id: packs.at(-1)!.id, index: 3 };
    const told = await all((n) => call(n, token, 'package/angpau/packs/open', last, 'one-key-for-all'));
    expect(count(told)).toEqual({ ok: AT_ONCE });
    expect(new Set(told.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    const { rows } = await house.pool.query(`SELECT FROM transfer WHERE kind = 'prize' AND member_id = $1`, [memberId]);
    expect(rows).toHaveLength(ROUNDS + 1);
    await house.pool.query('UPDATE miner_package SET free_blessings = 0');
  });

  // proves 7: nft/withdraw/cancel
  it('one NFT is asked for once and taken back once, and the fee is where it was', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ USDT: '500' });
      const by = { actor: 'operator:ana' as const, reason: 'test' };
      const { id } = await issueNft(house, memberId, { category: 'rare' }, by);
      const input = { id, network_type: 'BEP721', withdrawal_address: ADDRESS, member_security_pin: PIN };
      const asked = await all((n) => call(n, token, 'nft/withdraw', input));
      expect(count(asked)).toEqual({ ok: 1, err_nft_status: AT_ONCE - 1 });
      const withdrawal = { id: asked.find(({ code }) => code === 'ok')!.result['id'] };
      const back = await all((n) => call(n, token, 'nft/withdraw/cancel', withdrawal));
      expect(count(back)).toEqual({ ok: 1, err_nft_status: AT_ONCE - 1 });
      expect(await house.balance(memberId, 'USDT')).toBe(unitsOf('500'));
    }
  });

  it('one transfer goes out with the money for one, and one key sends once', async () => {
    const receiver = await house.member();
    const { rows } = await house.pool.query<{ name: string }>('SELECT username AS name FROM member WHERE id = $1', [
      receiver,
    ]);
    const input = { recipient: rows[0]!.name, recipient_name: 'm•••', wallet_type: 1, member_security_pin: PIN };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ USDT: '100' });
      const told = await all((n) => call(n, token, 'wallet/transfer', { ...input, amount: '60' }));
      expect(count(told)).toEqual({ ok: 1, err_insufficient_balance: AT_ONCE - 1 });
      const again = await all((n) =>
        call(n, token, 'wallet/transfer', { ...input, amount: '5' }, `sent-in-round-${round}`),
      );
      expect(count(again)).toEqual({ ok: AT_ONCE });
      expect(new Set(again.map(({ result }) => result['id'])).size).toBe(1);
      expect(await house.balance(memberId, 'USDT')).toBe(unitsOf('35'));
    }
    expect(await house.balance(receiver, 'USDT')).toBe(unitsOf('65') * BigInt(ROUNDS));
  });

  it('one emailed code withdraws once, and what is taken back comes back once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ USDT: '500' });
      await saveAddress({ pool: house.pool, clock: Date }, memberId);
      const asked = await call(0, token, 'wallet/withdraw/request/code', { ...WITHDRAWING, member_security_pin: PIN });
      expect(asked.code).toBe('ok');
      const input = { ...WITHDRAWING, fee: '1', verify_code: await mailedCode(memberId), member_security_pin: PIN };
      const told = count(await all((n) => call(n, token, 'wallet/withdraw', input)));
      expect(told['ok']).toBe(1);
      expect(Object.keys(told).filter((code) => !['ok', ...LATE].includes(code))).toEqual([]);
      expect(await house.balance(memberId, 'USDT')).toBe(unitsOf('459'));
      const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM withdrawal WHERE member_id = $1', [
        memberId,
      ]);
      expect(rows).toHaveLength(1);
      const back = count(await all((n) => call(n, token, 'wallet/withdraw/cancel', { id: rows[0]!.id })));
      expect(back).toEqual({ ok: 1, err_withdrawal_status: AT_ONCE - 1 });
      expect(await house.balance(memberId, 'USDT')).toBe(unitsOf('500'));
    }
  });

  it('one address is given for a coin, whoever asks first', async () => {
    await house.pool.query(`UPDATE asset_network SET contract = $1 WHERE wallet_id = 1 AND network_id = 2`, [
      DEPOSIT_DOLLAR,
    ]);
    await house.pool.query(
      `INSERT INTO chain_cursor (network_id, block_number, block_hash, head_number, read_at) VALUES (2, 1, '0x01', 1, now())`,
    );
    const path = 'api/wallet/deposit/address?wallet_type=1&network=BEP20';
    const ask = async (n: number, token: string): Promise<string | undefined> => {
      const answer = await fetch(`${urls[n % 2]}/${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (answer.status === 503) return ask(n, token);
      return ((await answer.json()) as { result?: { deposit_address: string } }).result?.deposit_address;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({});
      const asked = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => ask(n, token)));
      expect(asked[0]).toMatch(/^0x[0-9a-fA-F]{40}$/);
      expect(new Set(asked).size).toBe(1);
      const { rows } = await house.pool.query(
        'SELECT network_id AS network, address FROM deposit_address WHERE member_id = $1 ORDER BY network_id',
        [memberId],
      );
      expect(rows).toEqual([2, 4].map((network) => ({ network, address: asked[0] })));
    }
  });

  it('one order that waits is taken back once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ USDT: '10000' });
      const input = { package: 5, wallet_type: 1, quantity: 1, amount1: '10000', member_security_pin: PIN };
      const bought = await call(round, token, 'package/purchase2', { ...input, accept_waiting: true });
      expect(bought).toMatchObject({ code: 'ok', result: { waiting_count: 1 } });
      const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM miner_order WHERE member_id = $1', [
        memberId,
      ]);
      const told = await all((n) => call(n, token, 'package/order/cancel', { id: rows[0]!.id }));
      expect(count(told)).toEqual({ ok: 1, err_order_status: AT_ONCE - 1 });
      expect(await house.balance(memberId, 'USDT')).toBe(unitsOf('10000'));
    }
  });

  it('one quote is taken once, and never more than the house has goes out', async () => {
    const by = (name: string) => ({ actor: `operator:${name}`, reason: 'test' }) as const;
    const id = await proposeLiquidity(house, { walletId: 4, units: unitsOf('310'), ...by('ana') });
    await house.funnel.run(approveLiquidity({ id, walletId: 4 }, by('ben')));
    const quote = async (n: number, token: string): Promise<string> => {
      const told = await call(n, token, 'wallet/swap/quote', { swap_from_type: 1, swap_to_type: 4, amount: '10' });
      return (told.result['quote'] as { id: string }).id;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ USDT: '1000' });
      const swap = { id: await quote(round, token), member_security_pin: PIN };
      const told = await all((n) => call(n, token, 'wallet/swap', swap));
      expect(count(told)).toEqual({ ok: 1, err_swap_quote: AT_ONCE - 1 });
      expect([await house.balance(memberId, 'USDT'), await house.balance(memberId, 'CW')]).toEqual([
        unitsOf('990'),
        unitsOf('9.95'),
      ]);
    }
    const { memberId, token } = await signedIn({ USDT: '1000' });
    const quotes = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => quote(n, token)));
    const told = await all((n) => call(n, token, 'wallet/swap', { id: quotes[n], member_security_pin: PIN }));
    // 310 less three times 9.95 is enough for 28 more.
    expect(count(told)).toEqual({ ok: 28, err_swap_liquidity: AT_ONCE - 28 });
    expect(await house.balance(memberId, 'CW')).toBe(unitsOf('278.6'));
  });

  it('the tokens for one stake are staked once', async () => {
    await house.pool.query(
      `INSERT INTO setting (key, value) VALUES ('staking_available', 'true') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const { memberId, token } = await signedIn({ AOGP: '1.5', GBPT: '1000' });
      const input = { amount: '1', amount2: '250', staking_type: 1, member_security_pin: PIN };
      const told = await all((n) => call(n, token, 'staking', input));
      expect(count(told)).toEqual({ ok: 1, err_insufficient_balance: AT_ONCE - 1 });
      expect(await house.balance(memberId, 'GBPT')).toBe(unitsOf('750'));
    }
  });

  it('a PIN is guessed five times, whichever calls and processes are asked, and then the right one opens none', async () => {
    const { token } = await signedIn({});
    const guesses = (pin: string): [path: string, body: object][] => [
      ['package/purchase', purchase({ member_security_pin: pin })],
      [
        'wallet/transfer',
        { recipient: 'x', recipient_name: 'x', wallet_type: 1, amount: '1', member_security_pin: pin },
      ],
      ['wallet/swap', { id: randomUUID(), member_security_pin: pin }],
      ['wallet/withdraw/request/code', { ...WITHDRAWING, member_security_pin: pin }],
      ['wallet/withdraw', { ...WITHDRAWING, fee: '1', verify_code: '000000', member_security_pin: pin }],
      ['staking', { amount: '1', amount2: '250', staking_type: 1, member_security_pin: pin }],
      [
        'nft/withdraw',
        { id: randomUUID(), network_type: 'BEP721', withdrawal_address: ADDRESS, member_security_pin: pin },
      ],
      ['member/modifyWithdraw/request/code', { ...BANK, member_security_pin: pin }],
      ['member/withdrawal/modify', { ...BANK, verify_code: '000000', member_security_pin: pin }],
      ['member/btapay/modify', { btapay_id: 'thief@pay', member_security_pin: pin }],
    ];
    const calls = guesses('000000');
    const told = await all((n) => call(n, token, ...calls[n % calls.length]!));
    expect(count(told)).toEqual({ err_pin_wrong: 5, err_pin_locked: AT_ONCE - 5 });
    for (const n of [0, 1])
      for (const each of guesses(PIN))
        expect([each[0], (await call(n, token, ...each)).code]).toEqual([each[0], 'err_pin_locked']);
  });

  it('an emailed code is compared five times, and one code saves one address', async () => {
    const codeOf = async (memberId: bigint, token: string): Promise<string> => {
      expect(
        (await call(0, token, 'member/modifyWithdraw/request/code', { ...BANK, member_security_pin: PIN })).code,
      ).toBe('ok');
      return mailedCode(memberId);
    };
    const guessed = await signedIn({});
    const code = await codeOf(guessed.memberId, guessed.token);
    const input = (verify_code: string) => ({ ...BANK, verify_code, member_security_pin: PIN });
    const wrong = code === '000000' ? '000001' : '000000';
    const told = await all((n) => call(n, guessed.token, 'member/withdrawal/modify', input(wrong)));
    expect(count(told)).toEqual({ err_code_wrong: AT_ONCE });
    expect((await call(0, guessed.token, 'member/withdrawal/modify', input(code))).code).toBe('err_code_wrong');
    const { rows } = await house.pool.query<{ tries: number }>(
      'SELECT c.tries FROM email_code c JOIN member m ON m.email_key = c.email_key WHERE m.id = $1',
      [guessed.memberId],
    );
    expect(rows).toEqual([{ tries: 5 }]);

    const { memberId, token } = await signedIn({});
    const right = await codeOf(memberId, token);
    // Four at once: the code is compared five times at most.
    const saved = await Promise.all([0, 1, 2, 3].map((n) => call(n, token, 'member/withdrawal/modify', input(right))));
    expect(count(saved)).toEqual({ ok: 1, err_code_wrong: 3 });
  });
});
