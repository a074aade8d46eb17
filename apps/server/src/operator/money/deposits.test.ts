import { NETWORK } from '@minerx/rules/network';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChainState } from '../../../../../simulators/src/chain/chain-state.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { DEPOSIT_DOLLAR, DEPOSIT_KEYS } from '../../../test/chain/deposit-world.ts';
import { readerOf } from '../../../test/model/chain.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../../../test/money-house.ts';
import { runShell, shellRefusal } from '../../../test/operator/shell.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { creditKeptDeposits } from '../../jobs/chain/deposits.ts';
import { requireDepositAddress } from '../../modules/deposit/deposit-address.command.ts';
import { createDepositScan } from '../../modules/deposit/scan/deposit-scan.command.ts';
import { listDepositsToShow } from '../../modules/deposit/deposit.query.ts';

const ONE = 10n ** 18n;
const log = pino({ level: 'silent' });
const state = new ChainState(31_337, 4);
const chain = readerOf(state);

let database: TestDatabase;
let house: MoneyHouse;
let context: Context;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  const outside = { chains: new Map([[NETWORK.BEP20, chain]]), tron: null };
  context = { ...house, random: testRandom, log, outside } as unknown as Context;
  await house.pool.query(
    'UPDATE asset_network SET contract = $1, decimals = 18 WHERE (wallet_id, network_id) = (1, 2)',
    [DEPOSIT_DOLLAR],
  );
  await house.pool.query('UPDATE network SET confirmations = 3 WHERE id = 2');
  await read();
});
afterAll(async () => {
  await expectCoherentLedger(house.pool, ['changes', 'versions']);
  await house.close();
  await database.drop();
});

const read = async (): Promise<void> => {
  const scan = createDepositScan({ ...house, random: testRandom, log }, chain);
  while (await scan.step());
  await creditKeptDeposits({ ...house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, chain);
};
const depositor = async (): Promise<{ email: string; address: string }> => {
  const id = await house.member();
  const dependencies = { ...house, env: { depositKeys: DEPOSIT_KEYS } as never };
  const { rows } = await house.pool.query<{ email: string }>('SELECT email FROM member WHERE id = $1', [id]);
  const address = await requireDepositAddress(dependencies, id, { walletId: 1, network: NETWORK.BEP20 });
  return { email: rows[0]!.email, address };
};
const pay = async (address: string, amount: bigint, blocks = 1): Promise<string> => {
  const hash = state.pay(DEPOSIT_DOLLAR, address.toLowerCase(), amount);
  for (let n = 0; n < blocks; n += 1) state.mine();
  await read();
  return hash;
};
const shell = (...words: string[]): Promise<string> => runShell(context, words);
const no = (...words: string[]): Promise<string> => shellRefusal(context, words);

describe('deposits at the shell', () => {
  it('are found by state, network, member and hash, and open to where they stand and what they were credited by', async () => {
    const [ann, ben] = [await depositor(), await depositor()];
    const credited = await pay(ann.address, 40n * ONE, 4);
    const small = await pay(ben.address, ONE / 2n, 4);
    const seen = await pay(ann.address, 50n * ONE);
    house.clock.at += 3 * 3_600_000;

    const all = await shell('deposit', 'list');
    expect(all.match(/ (credited|kept|seen) ?[\d/]*, 3 h old/g)).toEqual([
      ' seen 1/3, 3 h old',
      ' kept, 3 h old',
      ' credited, 3 h old',
    ]);
    expect(await shell('deposit', 'list', '--state', 'credited')).toMatch(
      new RegExp(`40 USDT on BEP20; ${ann.email}\\n.*${credited}$`),
    );
    expect(await shell('deposit', 'list', '--email', ann.email)).not.toContain(small);
    expect(await shell('deposit', 'list', '--hash', seen.toUpperCase().replace('0X', ''))).toContain('50 USDT');
    expect(await shell('deposit', 'list', '--network', 'TRC20')).toBe('No deposit.');

    const [row] = await listDepositsToShow(house.pool, { status: 3 }, 10);
    const shown = await shell('deposit', 'show', '--id', row!.id);
    expect(shown).toMatch(new RegExp(`to ${ann.address}, child \\d+; member ${row!.memberId}`));
    expect(shown).toContain(`by transfer ${row!.transferId}`);
    const [kept] = await listDepositsToShow(house.pool, { status: 1 }, 10);
    expect(await shell('deposit', 'show', '--id', kept!.id)).toContain('credited when what came reaches');
  });

  it('that a chain took back are orphaned', async () => {
    const { address } = await depositor();
    await pay(address, 60n * ONE);
    state.reorganise(1, () => false);
    await read();
    expect(await shell('deposit', 'list', '--state', 'orphaned')).toContain('60 USDT');
  });

  it('that nobody saw are recorded from their transaction, once', async () => {
    const { address, email } = await depositor();
    const hash = state.pay(DEPOSIT_DOLLAR, address.toLowerCase(), 80n * ONE);
    for (let n = 0; n < 6; n += 1) state.mine();
    const { number, hash: blockHash } = state.head;
    await house.pool.query('UPDATE chain_cursor SET block_number = $1, block_hash = $2 WHERE network_id = 2', [
      number,
      blockHash,
    ]);
    const words = ['deposit', 'record', '--network', 'BEP20', '--reason', 'asked by its member', '--hash'];
    expect(await shell(...words, hash)).toContain(`80 USDT to ${address}`);
    await read();
    expect(await shell('deposit', 'list', '--email', email)).toMatch(/80 USDT on BEP20.*\n.* credited,/);
    expect(await no(...words, hash)).toMatch(/It is known already/);
    expect(await no(...words, `0x${'ab'.repeat(32)}`)).toMatch(/It stands in no block/);
    expect(await no('deposit', 'record', '--network', 'TRC20', '--reason', 'x', '--hash', hash)).toMatch(
      /Nobody reads TRC20/,
    );
  });

  it('go on behind the last one of a page, each once', async () => {
    const { address } = await depositor();
    for (let n = 0; n < 5; n += 1) await pay(address, 70n * ONE);
    const whole = await listDepositsToShow(house.pool, {}, 100);
    const found: string[] = [];
    for (let before: string | undefined; ;) {
      const page = await listDepositsToShow(house.pool, before === undefined ? {} : { before }, 2);
      if (page.length === 0) break;
      found.push(...page.map(({ id }) => id));
      before = page.at(-1)!.id;
    }
    expect(found).toEqual(whole.map(({ id }) => id));
    const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM deposit ORDER BY id DESC');
    expect(found).toEqual(rows.map(({ id }) => id));
  });

  it('are refused with a sentence when they are asked for wrongly', async () => {
    expect(await no('deposit', 'list', '--state', 'lost')).toMatch(/--state must be one of seen\|kept/);
    expect(await no('deposit', 'list', '--hash', '0x12')).toMatch(/--hash is no transaction/);
    expect(await no('deposit', 'list', '--before', '7')).toMatch(/--before is the id of a deposit/);
    expect(await no('deposit', 'list', '--network', 'bep20')).toMatch(/--network must be one of/);
    expect(await no('deposit', 'show', '--id', '00000000-0000-7000-8000-000000000000')).toMatch(/There is no deposit/);
  });
});
