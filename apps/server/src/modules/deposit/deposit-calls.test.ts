import { randomUUID } from 'node:crypto';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { isEvmAddress } from '@minerx/rules/evm-address';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testEnv, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { startLocalChain, type LocalChain } from '../../../test/chain/local-chain.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import { orUnavailable } from './check-deposit.command.ts';
import { giveTestCoins } from './faucet.command.ts';
import { giveAddress } from '../../../test/chain/made-up-address.ts';
import { bearer, call, mailsOf, register, signIn } from '../../../test/people.ts';
import { depositJobs } from '../../jobs/chain/deposits.ts';
import { createFaucet, FAUCET_ACCOUNT } from '../../outside/chain/faucet.ts';
import type { Hex } from '../../outside/chain/port.ts';
import { LOCAL_CHAIN_ID } from '../../demo/chain/demo-chain.ts';

const ONE = 10n ** 18n;
const CONFIRMATIONS = 4;
const XPUB =
  'xpub6FAwfEwcqE3sSuT5UxvfSzgsnuJ7Nsfvo1JjQDeSEphG4M6JDkRZZEYegtpPXZSVtf7dC8Rg2WmpUkPsXPkbHD8ko3JEk61qgSkxzuoXzeV';
/** Rows of operators that this file sets by hand. */
const BY_HAND = ['changes', 'versions'];

type Somebody = Awaited<ReturnType<typeof register>> & { headers: Record<string, string> };
type Shown = { deposit_status: number; deposit_confirmed: number; deposit_amount: string; deposit_hash: string };

let local: LocalChain;
let dollar: Hex;
let app: TestApp;
let aisyah: Somebody;
let bo: Somebody;

const somebody = async (fullName: string): Promise<Somebody> => {
  const person = await register(app, { fullName });
  const { accessToken } = await signIn(app, person);
  return { ...person, headers: bearer(accessToken) };
};
const readChain = async (): Promise<void> => {
  for (const job of depositJobs(app.context)) await job.run();
};
const ask = async (who: Somebody, wallet = '1', network = 'BEP20') =>
  call(app, 'GET', `wallet/deposit/address?wallet_type=${wallet}&network=${network}`, undefined, who.headers);
const addressOf = async (who: Somebody): Promise<Hex> => (await ask(who)).body.result!['deposit_address'] as never;
const historyOf = async (who: Somebody): Promise<Shown[]> =>
  (await call(app, 'POST', 'wallet/deposit/history', {}, who.headers)).body.result!['data'] as never;
const check = async (who: Somebody, hash: string, network = 'BEP20'): Promise<string> =>
  (await call(app, 'POST', 'wallet/deposit/check', { network, deposit_hash: hash }, who.headers)).body.result![
    'check'
  ] as never;
const faucet = (who: Somebody, key: string = randomUUID(), network = 'BEP20') =>
  call(app, 'POST', 'wallet/deposit/faucet', { wallet_type: 1, network }, { ...who.headers, 'idempotency-key': key });

beforeAll(async () => {
  local = await startLocalChain();
  const chain = local.asNetwork(NETWORK.BEP20);
  dollar = await local.deployDollar();
  await local.sendTokens(dollar, FAUCET_ACCOUNT, 10n ** 6n * ONE);
  app = await testApp({
    env: { ...testEnv(), depositKeys: { evm: XPUB, tron: null } },
    outside: {
      chains: new Map([[NETWORK.BEP20, chain]]),
      faucets: new Map([[NETWORK.BEP20, createFaucet({ url: local.url, chainId: LOCAL_CHAIN_ID, clock: Date })]]),
    },
  });
  [aisyah, bo] = [await somebody('Aisyah Binti'), await somebody('Bo Lindqvist')];
  const { pool } = app.context;
  await pool.query('UPDATE asset_network SET contract = $1 WHERE wallet_id = 1 AND network_id = 2', [dollar]);
  await pool.query('UPDATE network SET confirmations = $1 WHERE id = 2', [CONFIRMATIONS]);
});
afterAll(async () => {
  await expectCoherentLedger(app.context.pool, BY_HAND);
  await app.close();
  await local.stop();
});

describe('an address for deposits', () => {
  // proves 7: GET wallet/deposit/options
  it('is offered where the coin comes in: GET wallet/deposit/options', async () => {
    const before = await call(app, 'GET', 'wallet/deposit/options', undefined, aisyah.headers);
    expect(before.body.result).toEqual({ options: [], faucet: true });
    expect((await ask(aisyah)).body.err_code).toBe('err_deposit_unavailable');
    await readChain();
    const { body } = await call(app, 'GET', 'wallet/deposit/options', undefined, aisyah.headers);
    expect(body.result!['options']).toEqual([
      {
        wallet_type: 1,
        wallet_type_name: 'USDT',
        network: 'BEP20',
        deposit_minimum: '1',
        deposit_confirmations: CONFIRMATIONS,
        deposit_expected_seconds: 6,
        simulated_chain_id: LOCAL_CHAIN_ID,
        network_read: true,
      },
    ]);
    // Its nodes have been away for minutes: what is sent appears later, and that is said.
    await app.context.pool.query(`UPDATE chain_cursor SET read_at = read_at - interval '4 minutes'`);
    const away = await call(app, 'GET', 'wallet/deposit/options', undefined, aisyah.headers);
    expect(away.body.result).toMatchObject({ options: [{ network: 'BEP20', network_read: false }] });
    await readChain();
  });

  // proves 7: GET wallet/deposit/address
  // proves 8: err_deposit_unavailable
  it('is the member’s own: GET wallet/deposit/address', async () => {
    const [first, again, other] = [await addressOf(aisyah), await addressOf(aisyah), await addressOf(bo)];
    expect(isEvmAddress(first)).toBe(true);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    for (const [wallet, network] of [
      ['1', 'TRC20'],
      ['3', 'OMNI'],
      ['4', 'BEP20'],
      ['999', 'BEP20'],
    ] as const)
      expect((await ask(aisyah, wallet, network)).body.err_code).toBe('err_deposit_unavailable');
    const eve = await somebody('Eve Marlow');
    await giveAddress(app.context.pool, eve.memberId, `0x${'5A'.repeat(20)}`);
    expect((await ask(eve)).body.err_code).toBe('err_deposit_unavailable');
    expect((await ask(aisyah, '1', 'ERC20')).body.err_fields).toEqual({ network: 'err_withdrawal_network' });
    expect((await ask(aisyah, 'one')).body.err_fields).toEqual({ wallet_type: 'err_withdrawal_coin' });
  });
});

describe('a chain that does not tell', () => {
  it('is waited for a little, and the member asked to come back', async () => {
    await expect(orUnavailable(() => new Promise(() => undefined), 1)).rejects.toMatchObject({
      code: 'err_unavailable',
      more: { retryAfterS: 5 },
    });
    expect(await orUnavailable(() => Promise.resolve('told'), 1)).toBe('told');
  });

  it('gives no test coins, and nobody’s transaction waits for it', async () => {
    const { chains } = app.context.outside;
    const head = () => Promise.reject(new OutsideFailure('chain', 'timeout', 'it stands still'));
    const standing = new Map([[NETWORK.BEP20, { ...chains.get(NETWORK.BEP20)!, head }]]);
    const context = { ...app.context, outside: { ...app.context.outside, chains: standing } };
    const coin = { walletId: 1, network: NETWORK.BEP20 } as const;
    await expect(giveTestCoins(context, aisyah.memberId, coin, 'a key of hers')).rejects.toMatchObject({
      code: 'err_unavailable',
    });
  });
});

describe('a deposit', () => {
  // proves 7: POST wallet/deposit/history, POST wallet/deposit/faucet
  it('is shown from its first sighting, counts its confirmations and is told by mail: POST wallet/deposit/history, POST wallet/deposit/faucet', async () => {
    const key = randomUUID();
    const given = await Promise.all(Array.from({ length: 5 }, () => faucet(aisyah, key)));
    for (const { body } of given) expect(body.result).toEqual({ deposit_amount: '2000' });
    await readChain();
    expect(await historyOf(aisyah)).toMatchObject([
      { deposit_status: DEPOSIT_STATUS.SEEN, deposit_confirmed: 1, deposit_amount: '2000' },
    ]);
    await local.mine(2);
    await readChain();
    expect(await historyOf(aisyah)).toMatchObject([{ deposit_status: DEPOSIT_STATUS.SEEN, deposit_confirmed: 3 }]);
    expect(await historyOf(bo)).toEqual([]);
    await local.mine(1);
    await readChain();
    const [shown] = await historyOf(aisyah);
    expect(shown).toMatchObject({
      deposit_status: DEPOSIT_STATUS.CREDITED,
      deposit_confirmed: CONFIRMATIONS,
      deposit_explorer: null,
      simulated_chain_id: LOCAL_CHAIN_ID,
    });
    // The first round makes of the news a mail.
    await mailsOf(app);
    const mail = (await mailsOf(app)).filter(({ to }) => to?.[0]?.address === aisyah.email).at(-1);
    expect(mail?.subject).toBe('2,000.00 USDT arrived in your MinerX wallet');
    expect(mail?.text).toContain('/freezeAccount/');
  });

  // proves 8: err_faucet_unavailable
  it('of test coins is none where the chain is real: err_faucet_unavailable', async () => {
    expect((await faucet(aisyah, randomUUID(), 'Arbitrum One')).body.err_code).toBe('err_faucet_unavailable');
    const real = await testApp({ database: app.database, env: app.context.env });
    const { accessToken } = await signIn(real, aisyah);
    const answer = await call(
      real,
      'POST',
      'wallet/deposit/faucet',
      { wallet_type: 1, network: 'BEP20' },
      { ...bearer(accessToken), 'idempotency-key': randomUUID() },
    );
    expect(answer.body.err_code).toBe('err_faucet_unavailable');
    await real.close();
  });
});

describe('a transaction that somebody asks about', () => {
  // proves 7: POST wallet/deposit/check
  it('is told precisely, and nothing of other members: POST wallet/deposit/check', async () => {
    const [to, boTo] = [await addressOf(aisyah), await addressOf(bo)];
    expect(await check(aisyah, 'ab'.repeat(32))).toBe('unknown');
    const other = await local.deployDollar();
    const unread = await local.sendTokens(dollar, to, 2n * ONE);
    expect(await check(aisyah, ` ${unread.transactionHash.toUpperCase().replace('0X', '0x')} `)).toBe('soon');
    expect(await check(bo, unread.transactionHash)).toBe('elsewhere');
    await readChain();
    expect(await check(aisyah, unread.transactionHash)).toBe('deposit');
    // Ours, though another network was named.
    expect(await check(aisyah, unread.transactionHash, 'Arbitrum One')).toBe('deposit');
    expect(await check(bo, unread.transactionHash)).toBe('elsewhere');
    expect(await check(aisyah, (await local.sendTokens(other, to, ONE)).transactionHash)).toBe('token');
    expect(await check(aisyah, (await local.sendTokens(dollar, boTo, 3n * ONE)).transactionHash)).toBe('elsewhere');
    // The chain's own coin is nothing that we take, and came all the same.
    const own = await local.ask<Hex>('eth_sendTransaction', [
      { from: FAUCET_ACCOUNT, to, value: `0x${(ONE / 1000n).toString(16)}` },
    ]);
    await local.mine(1);
    expect(await check(aisyah, own)).toBe('token');
    expect(await check(bo, own)).toBe('elsewhere');
    // The gas is named, or the chain would refuse to take what fails.
    const failing = await local.ask<Hex>('eth_sendTransaction', [
      {
        from: boTo === to ? to : FAUCET_ACCOUNT,
        to: dollar,
        gas: '0x30000',
        data: `0xa9059cbb${'0'.repeat(64)}${'f'.repeat(64)}`,
      },
    ]);
    await local.mine(1);
    expect(await check(aisyah, failing)).toBe('failed');
    await local.ask('evm_setAutomine', [false]);
    const waiting = await local.ask<Hex>('eth_sendTransaction', [
      { from: FAUCET_ACCOUNT, to: dollar, data: '0x06fdde03' },
    ]);
    expect(await check(aisyah, waiting)).toBe('pending');
    await local.ask('evm_setAutomine', [true]);
    await local.mine(1);
  });

  // proves 8: err_deposit_hash
  it('has a hash that can be one: err_deposit_hash', async () => {
    for (const hash of ['', '0x12', 'z'.repeat(64)]) {
      const body = { network: 'BEP20', deposit_hash: hash };
      const answer = await call(app, 'POST', 'wallet/deposit/check', body, aisyah.headers);
      expect(answer.body.err_fields!['deposit_hash']).toMatch(/err_deposit_hash|err_required/);
    }
  });
});
