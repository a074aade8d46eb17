import { randomUUID } from 'node:crypto';
import { swapOptions, swapQuote } from '@minerx/contract/swap';
import { unitsOf } from '@minerx/rules/money';
import { WALLET, type WalletName } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { type Answer, bearer, call, mailsOf, PIN, register, signIn, told } from '../../../test/people.ts';
import { createPool } from '../../db/pool.ts';
import { accountId } from '../../ledger/account.ts';
import { SWAP_HOUSE } from './swap.ledger.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { freezeMember } from '../member/member-account.command.ts';
import { swapWallets } from './swap.command.ts';
import { sweepExpired } from '../session/sweep.command.ts';
import { putSetting } from '../setting/setting.store.ts';
import { setWalletPrice } from '../wallet/price.command.ts';
import { runShell, shellRefusal } from '../../../test/operator/shell.ts';
import { tellBtcPrice } from '../../../test/btc-price.ts';

interface Somebody {
  email: string;
  memberId: bigint;
  headers: Record<string, string>;
}

let app: TestApp;
let aisyah: Somebody;
let bo: Somebody;

const somebody = async (balances: Partial<Record<WalletName, string>> = {}): Promise<Somebody> => {
  const person = await register(app);
  for (const [name, amount] of Object.entries(balances)) {
    const wallet = WALLET[name as WalletName];
    const credit = { memberId: person.memberId, walletId: wallet, amountUnits: unitsOf(amount) };
    await app.context.funnel.run(creditMember({ ...credit, reason: 'test', actor: 'operator:test' }));
  }
  return { ...person, headers: bearer((await signIn(app, person)).accessToken) };
};
const balanceOf = async (owner: bigint, wallet: WalletName): Promise<bigint> => {
  const { rows } = await app.context.pool.query<{ balance: bigint }>('SELECT balance FROM account WHERE id = $1', [
    accountId(owner, WALLET[wallet]),
  ]);
  return rows[0]!.balance;
};
const ask = (who: Somebody, from: WalletName, to: WalletName, amount: string) => {
  const body = { swap_from_type: WALLET[from], swap_to_type: WALLET[to], amount };
  return call(app, 'POST', 'wallet/swap/quote', body, who.headers);
};
const quoteOf = (answer: Answer) => z.parse(swapQuote.result, answer.body.result).quote;
const take = (who: Somebody, id: string, more: Record<string, unknown> = {}, key: string = randomUUID()) =>
  call(
    app,
    'POST',
    'wallet/swap',
    { id, member_security_pin: PIN, ...more },
    { ...who.headers, 'idempotency-key': key },
  );
const options = async () => {
  const { body } = await call(app, 'GET', 'wallet/swap/options', undefined, aisyah.headers);
  return z.parse(swapOptions.result, body.result).swap;
};
const nameOf = (pair: { swap_from_type: number; swap_to_type: number }) =>
  `${pair.swap_from_type}>${pair.swap_to_type}`;
const offered = async (): Promise<string[]> => (await options()).map(nameOf);
const shell = (...words: string[]): Promise<string> => runShell(app.context, words);
const complaint = (...words: string[]): Promise<string> => shellRefusal(app.context, words);
/** Another operator than the one who types at `shell`. */
const ben = (...words: string[]): Promise<string> => runShell(app.context, [...words, ...why], 'operator:ben');
const why = ['--reason', 'test'] as const;
const fund = async (wallet: WalletName, amount: string): Promise<void> => {
  const [id] = /[0-9a-f-]{36}/.exec(await shell('liquidity', 'fund', '--wallet', wallet, '--amount', amount, ...why))!;
  await ben('liquidity', 'approve', '--id', id);
};
/** The market tells BTC's price now. */
const tellBtc = (price: string, at = app.clock.now()) => tellBtcPrice(app.context.pool, at, unitsOf(price));

beforeAll(async () => {
  app = await testApp();
  aisyah = await somebody({ USDT: '1000', CW: '50', RW: '50', BTC: '1' });
  bo = await somebody();
  // The first prices are of the machine's time, which is not the one of this test.
  const owner = createPool(app.database.ownerUrl, { max: 1 });
  await owner.query("UPDATE wallet_price SET at = '2026-01-01'");
  await owner.end();
  await tellBtc('60000');
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

describe('the house’s liquidity', () => {
  // proves 8: err_swap_liquidity
  it('is nothing until two operators have put something in, and never goes below zero', async () => {
    expect(told(await ask(aisyah, 'USDT', 'CW', '10'))).toBe('422 err_swap_liquidity');
    const said = await shell('liquidity', 'fund', '--wallet', 'CW', '--amount', '500', ...why);
    const [id] = /[0-9a-f-]{36}/.exec(said)!;
    expect(await complaint('liquidity', 'approve', '--id', id, ...why)).toMatch(/somebody else/);
    expect(await shell('liquidity', 'show')).toContain(`waits: ${id} 500 CW by operator:ana@minerx.test: test`);
    expect(await balanceOf(SWAP_HOUSE.SWAP_LIQUIDITY, 'CW')).toBe(0n);
    expect(await ben('liquidity', 'approve', '--id', id)).toBe('CW: 500 to give.');
    expect(await shellRefusal(app.context, ['liquidity', 'approve', '--id', id, ...why], 'operator:cy')).toMatch(
      /taken place already/,
    );
    const back = /[0-9a-f-]{36}/.exec(
      await shell('liquidity', 'release', '--wallet', 'CW', '--amount', '501', ...why),
    )![0];
    expect(await shellRefusal(app.context, ['liquidity', 'approve', '--id', back, ...why], 'operator:ben')).toMatch(
      /not so much/,
    );
    await expect(
      app.context.pool.query('UPDATE account SET balance = -1 WHERE id = $1', [
        accountId(SWAP_HOUSE.SWAP_LIQUIDITY, 4),
      ]),
    ).rejects.toThrow('account_never_negative');
  });

  it('cannot be approved by who asked for it, whatever the program says', async () => {
    const said = await shell('liquidity', 'fund', '--wallet', 'RW', '--amount', '1', ...why);
    await expect(
      app.context.pool.query('UPDATE liquidity_change SET approved_by = proposed_by, transfer_id = $2 WHERE id = $1', [
        /[0-9a-f-]{36}/.exec(said)![0],
        randomUUID(),
      ]),
    ).rejects.toThrow(/check constraint|foreign key/);
  });
});

describe('a swap', () => {
  // proves 7: GET wallet/swap/options
  it('is offered for the pairs of the decisions, and RW is never sold', async () => {
    expect(await offered()).toEqual(['1>2', '1>3', '1>4', '3>1', '4>1', '10>1']);
    const swap = await options();
    expect(swap.every((pair) => pair.swap_spread_percent === '0.5' && pair.swap_fee_percent === '0')).toBe(true);
    const rw = [
      'swap',
      'set',
      '--from',
      'RW',
      '--to',
      'USDT',
      '--spread',
      '1',
      '--fee',
      '0',
      '--min',
      '1',
      '--max',
      '9',
    ];
    expect(await complaint(...rw, ...why)).toMatch(/RW is never sold/);
  });

  // proves 7: POST wallet/swap/quote
  // proves 7: POST wallet/swap
  it('takes a quote: both amounts move as promised, and the same key tells the same again', async () => {
    await fund('AOGTD', '1000');
    const quote = quoteOf(await ask(aisyah, 'USDT', 'CW', '100'));
    expect(quote).toMatchObject({
      amount: '100',
      swap_arrives_amount: '99.5',
      swap_fee_amount: '0',
      swap_rate: '0.995',
      swap_spread_percent: '0.5',
      swap_seconds: 15,
      swap_from_price: { price: '1', source: { simulated: false } },
    });
    const key = randomUUID();
    const first = await take(aisyah, quote.id, {}, key);
    expect(told(first)).toBe('200');
    expect((await take(aisyah, quote.id, {}, key)).body.result).toEqual(first.body.result);
    expect([await balanceOf(aisyah.memberId, 'USDT'), await balanceOf(aisyah.memberId, 'CW')]).toEqual([
      unitsOf('900'),
      unitsOf('149.5'),
    ]);
    // The news of the swap becomes a mail, and the mail goes out.
    await mailsOf(app);
    const mail = (await mailsOf(app)).findLast(({ to }) => to?.[0]?.address === aisyah.email);
    expect(mail?.subject).toBe('MinerX: 100.00 USDT swapped for 99.50 CW');
    expect(mail?.text).toContain('/freezeAccount/');
    expect(await balanceOf(SWAP_HOUSE.SWAP_LIQUIDITY, 'USDT')).toBe(unitsOf('100'));
    expect(await balanceOf(SWAP_HOUSE.SWAP_LIQUIDITY, 'CW')).toBe(unitsOf('400.5'));
    // Years later it says at what it was agreed.
    const { id } = first.body.result as unknown as { id: string };
    const opened = await call(app, 'GET', `wallet/transaction/getById?id=${id}`, undefined, aisyah.headers);
    const agreed = { swap_rate: '0.995', swap_spread_percent: '0.5', swap_fee_amount: '0', swap_to_price: '1' };
    expect(opened.body.result).toMatchObject({ swap: agreed });
    // The price of AOGTD says how many a dollar buys.
    expect(quoteOf(await ask(aisyah, 'USDT', 'AOGTD', '10'))).toMatchObject({
      swap_arrives_amount: '19.9',
      swap_rate: '1.99',
    });
  });

  it('leaves the fee that operators have set with the house', async () => {
    const pair = ['swap', 'set', '--from', 'USDT', '--to', 'CW'];
    expect(await shell(...pair, '--fee', '1', ...why)).toMatch(/^USDT → CW {2}spread 0.5 %, fee 1 %/);
    const quote = quoteOf(await ask(aisyah, 'USDT', 'CW', '100'));
    expect(quote).toMatchObject({ swap_arrives_amount: '98.5', swap_fee_amount: '1' });
    const before = await balanceOf(SWAP_HOUSE.SWAP_LIQUIDITY, 'CW');
    expect(told(await take(aisyah, quote.id))).toBe('200');
    expect(await balanceOf(SWAP_HOUSE.SWAP_LIQUIDITY, 'CW')).toBe(before - unitsOf('99.5'));
    const { rows } = await app.context.pool.query<{ units: string }>(
      'SELECT sum(amount)::text AS units FROM posting WHERE destination = $1',
      [accountId(SWAP_HOUSE.SWAP_FEES, WALLET.CW)],
    );
    expect(rows[0]!.units).toBe(unitsOf('1').toString());
    await shell(...pair, '--fee', '0', ...why);
  });

  // proves 8: err_swap_quote
  it('takes a quote once and while it stands, of fifty at once one', async () => {
    const { id } = quoteOf(await ask(aisyah, 'USDT', 'CW', '10'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(aisyah, id)));
    const counts = Object.groupBy(answers.map(told), (each) => each);
    expect(counts['200']).toHaveLength(1);
    expect(counts['409 err_swap_quote']).toHaveLength(49);
    const old = quoteOf(await ask(aisyah, 'USDT', 'CW', '10'));
    const late = quoteOf(await ask(aisyah, 'USDT', 'CW', '10'));
    app.clock.advance(14_999);
    expect(told(await take(aisyah, late.id))).toBe('200');
    app.clock.advance(1);
    expect(told(await take(aisyah, old.id))).toBe('409 err_swap_quote');
  });

  it.each([
    ['prices', '1, 100000', '9950000', '5000'],
    ['a spread', '1, 1', '100', '0'],
    ['what arrives', '1, 1', '100', '5000'],
  ])(
    'is not taken by a quote that somebody wrote into the database with %s that nobody told',
    async (_, prices, arrives, spread) => {
      const [id, before] = [randomUUID(), await balanceOf(aisyah.memberId, 'USDT')];
      await fund('USDT', '10000000');
      const [from, to] = prices.split(', ').map((price) => unitsOf(price));
      await app.context.pool.query(
        `INSERT INTO swap_quote (id, member_id, from_wallet, to_wallet, amount_units, arrives_units, fee_units, from_price_units, to_price_units,
                               spread_ppm, fee_ppm, at, expires_at)
       VALUES ($1, $2, 4, 1, $3, $4, 0, $6, $5, $7, 0, $8, $8::timestamptz + interval '15 seconds')`,
        [id, aisyah.memberId, unitsOf('100'), unitsOf(arrives), from, to, spread, new Date(app.clock.now())],
      );
      const command = swapWallets({ id, memberId: aisyah.memberId, from: WALLET.CW, to: WALLET.USDT }, null);
      await expect(app.context.funnel.run(command)).rejects.toMatchObject({ code: 'err_swap_quote' });
      expect(await balanceOf(aisyah.memberId, 'USDT')).toBe(before);
    },
  );

  it('is of who asked for the quote, with the money and the PIN for it, and of no frozen account', async () => {
    const quote = quoteOf(await ask(aisyah, 'USDT', 'CW', '10'));
    expect(told(await take(bo, quote.id))).toBe('404 err_not_found');
    expect(told(await take(aisyah, randomUUID()))).toBe('404 err_not_found');
    expect(told(await take(aisyah, 'x'))).toBe('404 err_not_found');
    expect(told(await take(aisyah, quote.id, { member_security_pin: '000001' }))).toBe('422 err_pin_wrong');
    expect(told(await take(bo, quoteOf(await ask(bo, 'USDT', 'CW', '10')).id))).toBe('422 err_insufficient_balance');
    const cold = await somebody({ USDT: '10' });
    const { id } = quoteOf(await ask(cold, 'USDT', 'CW', '10'));
    await freezeMember(app.context, { memberId: cold.memberId, actor: 'operator:test', reason: 'test' });
    const late = swapWallets({ id, memberId: cold.memberId, from: WALLET.USDT, to: WALLET.CW }, null);
    await expect(app.context.funnel.run(late)).rejects.toMatchObject({ code: 'err_account_frozen' });
    expect(await balanceOf(cold.memberId, 'CW')).toBe(0n);
  });

  // proves 8: err_swap_pair, err_swap_amount
  it('is quoted for no other pair, and for no amount outside its bounds and decimals', async () => {
    for (const [from, to] of [
      ['RW', 'USDT'],
      ['USDT', 'RW'],
      ['CW', 'BTC'],
      ['USDT', 'USDT'],
    ] as const)
      expect(told(await ask(aisyah, from, to, '10'))).toBe('422 err_swap_pair');
    for (const amount of ['0.5', '50000.01', '10.001']) {
      const answer = await ask(aisyah, 'USDT', 'CW', amount);
      expect(told(answer)).toBe('422 err_swap_amount');
      expect((answer.body as { err_details?: unknown }).err_details).toEqual({ min: '1', max: '50000' });
    }
    expect(await offered()).toContain('4>1');
    expect(await shell('swap', 'set', '--from', 'CW', '--to', 'USDT', '--offered', 'no', ...why)).toMatch(
      /not offered/,
    );
    expect(await offered()).not.toContain('4>1');
    expect(told(await ask(aisyah, 'CW', 'USDT', '10'))).toBe('422 err_swap_pair');
    await shell('swap', 'set', '--from', 'CW', '--to', 'USDT', '--offered', 'yes', ...why);
    expect(await offered()).toContain('4>1');
  });

  it('is refused while the market’s price is older than five minutes, or leaps and is not believed', async () => {
    await tellBtc('60000');
    expect(told(await ask(aisyah, 'BTC', 'USDT', '0.001'))).toBe('200');
    await tellBtc('60000', app.clock.now() - 5 * 60_000 - 1);
    expect(told(await ask(aisyah, 'BTC', 'USDT', '0.001'))).toBe('503 err_price_stale');
    await tellBtc('60000');
    const { pool } = app.context;
    const at = new Date(app.clock.now());
    const doubted = {
      doubt: 'sources_disagree' as const,
      since: at.toISOString(),
      price: '90000',
      source: 'x',
      second: '60000',
    };
    await putSetting(pool as never, 'btc_price_doubt', doubted, at);
    expect(told(await ask(aisyah, 'BTC', 'USDT', '0.001'))).toBe('503 err_price_stale');
    expect(told(await ask(aisyah, 'USDT', 'CW', '10'))).toBe('200');
    await putSetting(pool as never, 'btc_price_doubt', null, at);
  });

  it('is made of no price that nobody took: from the future, without history, or far from the last confirmed minute', async () => {
    const { pool } = app.context;
    const now = app.clock.now();
    const quoted = async (): Promise<string> => told(await ask(aisyah, 'BTC', 'USDT', '0.001'));
    await pool.query(
      `INSERT INTO market_close (symbol, at, price_units, source, simulated, confirmed_by, confirmed_price_units)
       VALUES ('BTCUSDT', $1, $2, 'market', true, 'second-market', $2)`,
      [new Date(now - 120_000), unitsOf('60000')],
    );
    await tellBtc('65999', now - 4000);
    expect(await quoted()).toBe('200');
    await tellBtc('66001', now - 3000);
    expect(await quoted()).toBe('503 err_price_stale');
    await tellBtc('60000', now + 30_000);
    expect(await quoted()).toBe('503 err_price_stale');
    await pool.query('UPDATE wallet_type SET price_units = price_units + 1, price_at = $1 WHERE id = 3', [
      new Date(now - 2000),
    ]);
    expect(await quoted()).toBe('503 err_price_stale');
    await tellBtc('60000', now - 1000);
    expect(await quoted()).toBe('200');
  });

  it('is not taken when it was written past the product: by a leapt price of the history, or to stand for long', async () => {
    const { pool } = app.context;
    const eve = await somebody({ BTC: '1' });
    const { id } = quoteOf(await ask(eve, 'BTC', 'USDT', '0.001'));
    const forged = async (set: string): Promise<string> => {
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO swap_quote SELECT (jsonb_populate_record(q, to_jsonb(q) || jsonb_build_object('id', gen_random_uuid(), ${set}))).*
           FROM swap_quote q WHERE id = $1 RETURNING id`,
        [id],
      );
      return told(await take(eve, rows[0]!.id));
    };
    await pool.query(
      `INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) VALUES (3, $1, $2, 'market', true)`,
      [new Date(app.clock.now() - 500), unitsOf('600000')],
    );
    expect(
      await forged(
        `'from_price_units', q.from_price_units * 10, 'arrives_units', q.arrives_units * 10 , 'fee_units', q.fee_units * 10`,
      ),
    ).toMatch(/^(409|422) err_/);
    expect(await forged(`'expires_at', q.expires_at + interval '1 second'`)).toMatch(/^(409|422) err_/);
    expect(await forged(`'amount_units', q.amount_units`)).toBe('200');
  });

  it('holds in the books when the clock of who quotes is ahead of the clock of who takes', async () => {
    const { id } = quoteOf(await ask(aisyah, 'USDT', 'CW', '10'));
    app.clock.advance(-2000);
    expect(told(await take(aisyah, id))).toBe('200');
    app.clock.advance(2000);
    await expectCoherentLedger(app.context.pool);
  });

  it('keeps what was promised when the price changes meanwhile', async () => {
    app.clock.advance(1000);
    const { id, swap_arrives_amount } = quoteOf(await ask(aisyah, 'USDT', 'CW', '10'));
    await setWalletPrice(app.context, { walletId: WALLET.CW, price: '2', actor: 'operator:test', reason: 'test' });
    const before = await balanceOf(aisyah.memberId, 'CW');
    expect(told(await take(aisyah, id))).toBe('200');
    expect(await balanceOf(aisyah.memberId, 'CW')).toBe(before + unitsOf(swap_arrives_amount));
    app.clock.advance(1000);
    await setWalletPrice(app.context, { walletId: WALLET.CW, price: '1', actor: 'operator:test', reason: 'test' });
  });

  it('never lets two quotes have what is there for one', async () => {
    const left = await balanceOf(SWAP_HOUSE.SWAP_LIQUIDITY, 'CW');
    const amount = (Number(left / 100_000_000n) * 0.6).toFixed(0);
    const rich = await somebody({ USDT: '1000' });
    const [one, two] = [quoteOf(await ask(rich, 'USDT', 'CW', amount)), quoteOf(await ask(rich, 'USDT', 'CW', amount))];
    const answers = await Promise.all([take(rich, one.id), take(rich, two.id)]);
    expect(answers.map(told).toSorted()).toEqual(['200', '422 err_swap_liquidity']);
  });

  it('leaves no quote behind that nobody took, and every one that somebody did', async () => {
    const { pool } = app.context;
    const taken = async () => (await pool.query('SELECT FROM swap_quote WHERE transfer_id IS NOT NULL')).rowCount;
    const before = await taken();
    expect(before).toBeGreaterThan(3);
    app.clock.set('2030-01-01T00:00:00.000Z');
    await sweepExpired(app.context);
    expect(await taken()).toBe(before);
    app.clock.set('2026-11-20T14:00:00.000Z');
  });
});
