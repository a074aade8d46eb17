import { formatUnits, unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetWorld, COLD, CONFIRMATIONS, type AssetWorld } from '../../../test/chain/asset-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { BY, killedAt, untilKilled } from '../../../test/chain/payout-world.ts';
import { runShell, shellRefusal } from '../../../test/operator/shell.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { accountId } from '../../ledger/account.ts';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import { listColdMovements } from '../../modules/hot-wallet/cold-movement.query.ts';
import type { Checkpoint } from '../../modules/payout/payout-sign.command.ts';
import { nameWallet } from '../../modules/reconciliation/name-wallet.command.ts';
import { listDifferences } from '../../modules/reconciliation/reconciliation.query.ts';
import { readVitalSigns } from '../../modules/system/vital-signs.query.ts';
import type { Hex } from '../../outside/chain/port.ts';

const ONE = 10n ** 18n;

let database: TestDatabase;
let assets: AssetWorld;
let context: Context;
beforeAll(async () => {
  database = await testDatabase();
  assets = await assetWorld(database);
  context = {
    ...assets.world,
    outside: { chains: assets.world.chains, tron: null, signer: assets.signer },
  } as unknown as Context;
  await assets.local.sendTokens(assets.dollar, assets.hot, 1000n * ONE);
  await assets.scan();
  await assets.compare();
  await nameWallet(assets.world, { network: NETWORK.BEP20, address: COLD, place: 'cold' }, BY);
  await shell('wallet', 'terms', '--wallet', 'USDT', '--network', 'BEP20', '--cold', '600', '--sweep', '10', ...WHY);
});
afterAll(async () => {
  await assets.close();
  await database.drop();
});

const WHY = ['--reason', 'test'];
const shell = (...words: string[]): Promise<string> => runShell(context, words);
const no = (...words: string[]): Promise<string> => shellRefusal(context, words);
const owned = async (place: NetworkPlace): Promise<bigint> => {
  const { rows } = await assets.house.pool.query<{ units: string }>(
    `SELECT coalesce(sum(CASE WHEN source = $1 THEN amount ELSE -amount END), 0)::text AS units FROM posting WHERE $1 IN (source, destination)`,
    [accountId(networkOwner(NETWORK.BEP20, place), 1)],
  );
  return BigInt(rows[0]!.units);
};
const held = (address: Hex): Promise<bigint> => assets.chain.tokenBalance(assets.dollar, address);
const compare = async (): Promise<void> => {
  assets.house.clock.at += 60_000;
  await assets.compare();
  expect(await listDifferences(assets.house.pool)).toEqual([]);
};
const step = async (kill?: Checkpoint): Promise<void> => {
  assets.house.clock.at += 16_000;
  await untilKilled(assets.pay(killedAt(kill)));
  await assets.local.mine(1);
  await assets.scan();
};
const open = async () => (await listColdMovements(assets.house.pool))[0];
const sign = async (name: string) =>
  (await readVitalSigns(assets.house.pool, assets.house.clock.at)).find((each) => each.name === name)!.value;
const settle = async (): Promise<void> => {
  for (let n = 0; n < 20 && (await open()) !== undefined; n += 1) {
    await step();
    await compare();
  }
};
const mails = async (): Promise<number> => {
  const { rowCount } = await assets.house.pool.query(
    `SELECT FROM outbox WHERE topic = 'operator_mail' AND payload->>'subject' = 'The hot wallet holds too much'`,
  );
  return rowCount!;
};

describe('the hot wallet', () => {
  it('says how long it lasts at what left in the last days, and what is promised', async () => {
    expect(await shell('wallet', 'show')).toMatch(
      /USDT on BEP20: 1000, 0 promised, 1000 free; nothing has left in 7 days/,
    );
    expect(await sign('hot_wallet_runway_hours')).toBe(null);
    await assets.approved('100');
    expect(await shell('wallet', 'show')).toMatch(/1000, 100 promised, 900 free/);
    for (let n = 0; n < CONFIRMATIONS + 2; n += 1) await step();
    await compare();
    // 100 in seven days: 900 are sixty-three.
    expect(await shell('wallet', 'show')).toMatch(/: 900, 0 promised, 900 free; lasts 63 days at 100 in 7 days/);
    expect(await sign('hot_wallet_runway_hours')).toBe(63 * 24);
    await assets.approved('950');
    expect(await shell('wallet', 'show')).toMatch(/50 MISSING; DOES NOT SUFFICE/);
    expect(await sign('hot_wallet_runway_hours')).toBe(0);
    await compare();
    await assets.local.sendTokens(assets.dollar, assets.hot, 1000n * ONE);
    await assets.scan();
    for (let n = 0; n < CONFIRMATIONS + 2; n += 1) await step();
    await compare();
    expect(await owned('HOT')).toBe(unitsOf('950'));
  });
});

describe('what is too much in it', () => {
  it('is proposed once and mailed, and goes to a named cold wallet alone, when operators agree', async () => {
    const movement = (await open())!;
    expect(movement).toMatchObject({ units: unitsOf('350'), approvedAt: null });
    await compare();
    expect([(await listColdMovements(assets.house.pool)).length, await mails()]).toEqual([1, 2]);
    expect(await shell('wallet', 'show')).toMatch(/at most 600 here, 350 TOO MUCH/);
    expect(await sign('cold_movements_waiting')).toBe(1);
    await step();
    expect(await held(COLD)).toBe(0n);

    const approve = (address: string) => ['cold', 'approve', '--id', movement.id, '--address', address, ...WHY];
    expect(await no(...approve(`0x${'77'.repeat(20)}`))).toMatch(/no cold wallet of the network/);
    expect(await no(...approve('T1'))).toMatch(/no address of BEP20/);
    expect(await shell(...approve(COLD))).toBe('Agreed.');
    expect(await no(...approve(COLD))).toMatch(/stands elsewhere/);
    expect(await shell('wallet', 'show')).toMatch(/950, 350 promised, 600 free/);
    await settle();
    expect([await held(COLD), await held(assets.hot)]).toEqual([350n * ONE, 600n * ONE]);
    expect([await owned('COLD'), await owned('HOT')]).toEqual([unitsOf('350'), unitsOf('600')]);
    expect(await shell('cold', 'list', '--all', 'yes')).toMatch(/moved 20/);
    expect(await no('cold', 'drop', '--id', movement.id, ...WHY)).toMatch(/stands elsewhere/);
    await expectCoherentLedger(assets.house.pool);
  });

  it('is dropped when it is not too much any more, before anybody agreed', async () => {
    await assets.local.sendTokens(assets.dollar, assets.hot, 100n * ONE);
    await assets.scan();
    await compare();
    expect(await open()).toMatchObject({ units: unitsOf('100') });
    await assets.approved('95');
    await compare();
    expect(await open()).toBe(undefined);
    expect(await shell('cold', 'list', '--all', 'yes')).toMatch(/100 USDT.*\n {4}dropped/);
  });

  it('goes by hand where somebody records the hash: what the chain does not show is refused, what it shows is booked', async () => {
    const lay = await held(COLD);
    await assets.local.sendTokens(assets.dollar, assets.hot, 200n * ONE);
    await assets.scan();
    await compare();
    const { id, units } = (await open())!;
    await shell('cold', 'approve', '--id', id, '--address', COLD, ...WHY);
    const sent = (hash: string) => ['cold', 'sent', '--id', id, '--hash', hash, ...WHY];
    const other = await assets.local.sendTokens(assets.dollar, COLD, 1n * ONE);
    expect(await no(...sent(other.transactionHash))).toMatch(/does not move it: it moves another amount/);
    expect(await no(...sent('0x12'))).toMatch(/--hash is no transaction/);
    const transactionHash = await assets.sendAs(assets.hot, COLD, units * 10n ** 10n);
    expect(await shell(...sent(transactionHash))).toMatch(/Noted/);
    const before = await owned('COLD');
    await assets.scan();
    // The worker does not send what went by hand.
    await settle();
    expect((await owned('COLD')) - before).toBe(units + unitsOf('1'));
    expect((await held(COLD)) - lay).toBe(ONE + units * 10n ** 10n);
    await expectCoherentLedger(assets.house.pool);
  });

  it('is moved once by a worker that ends at each step of it', async () => {
    await assets.local.sendTokens(assets.dollar, assets.hot, 300n * ONE);
    await assets.scan();
    await compare();
    const { id, units } = (await open())!;
    const before = await held(COLD);
    await shell('cold', 'approve', '--id', id, '--address', COLD, ...WHY);
    for (const kill of ['numbered', 'signed', 'kept', 'told', 'final', 'final'] as const) await step(kill);
    await settle();
    expect((await held(COLD)) - before).toBe(units * 10n ** 10n);
  });

  it('is given up by operators while the worker has sent nothing of it, and proposed anew', async () => {
    const { pool } = assets.house;
    await assets.local.sendTokens(assets.dollar, assets.hot, 300n * ONE);
    await assets.scan();
    await compare();
    const { id, units } = (await open())!;
    await shell('cold', 'approve', '--id', id, '--address', COLD, ...WHY);
    await pool.query('UPDATE network SET enabled_withdraw = false WHERE id = $1', [NETWORK.BEP20]);
    await step();
    expect(await shell('wallet', 'show')).toContain(` ${formatUnits(units)} promised`);
    expect(await no('cold', 'drop', '--id', id, ...WHY)).toMatch(/payout return/);
    expect(await shell('payout', 'return', '--id', id, ...WHY)).toMatch(/Given up/);
    await pool.query('UPDATE network SET enabled_withdraw = true WHERE id = $1', [NETWORK.BEP20]);
    await compare();
    expect(await shell('cold', 'list', '--all', 'yes')).toMatch(new RegExp(`^${id}.*\n {4}dropped`, 'm'));
    const again = (await open())!;
    expect([again.id === id, again.approvedAt]).toEqual([false, null]);
    await step();
    expect(await shell('wallet', 'show')).toMatch(/ 0 promised/);
    const before = await held(COLD);
    await shell('cold', 'approve', '--id', again.id, '--address', COLD, ...WHY);
    await settle();
    expect((await held(COLD)) - before).toBe(again.units * 10n ** 10n);
    await expectCoherentLedger(pool);
  });

  it('leaves books that hold, and no forged movement is signed', async () => {
    await expectCoherentLedger(assets.house.pool);
    await assets.local.sendTokens(assets.dollar, assets.hot, 300n * ONE);
    await assets.scan();
    await compare();
    const { id } = (await open())!;
    const thief = `0x${'66'.repeat(20)}`;
    await assets.asOwner(`INSERT INTO cold_wallet VALUES (2, '${thief}')`);
    await assets.house.pool.query(
      `UPDATE cold_movement SET address = $2, approved_by = 'operator:thief', approved_at = now() WHERE id = $1`,
      [id, thief],
    );
    await step();
    expect(await held(thief as Hex)).toBe(0n);
    const { rows } = await assets.house.pool.query<{ waits: string }>(
      'SELECT waits_for AS waits FROM payout WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ waits: 'no approved request asks for this' }]);
  });
});

describe('the terms of a coin on a network', () => {
  it('are set with its contract when the chain says the same, and are refused otherwise', async () => {
    const set = (...more: string[]) => ['wallet', 'terms', '--wallet', 'USDT', '--network', 'BEP20', ...more, ...WHY];
    expect(await no(...set('--contract', assets.dollar, '--decimals', '6'))).toMatch(/has 18 decimals/);
    expect(await no(...set('--contract', COLD, '--decimals', '18'))).toMatch(/is no token/);
    expect(await no(...set('--contract', 'TL5Je82AdBjbdp1mwfwj7aiA7exTwUc6fz', '--decimals', '6'))).toMatch(
      /no contract of BEP20/,
    );
    expect(await no(...set('--contract', assets.dollar))).toMatch(/go together/);
    expect(await no(...set('--cold', '0'))).toMatch(/--cold must be/);
    expect(await no(...set())).toMatch(/Needs --contract/);
    expect(
      await shell(
        ...set('--contract', assets.dollar, '--decimals', '18', '--minimum', '2', '--sweep', '25', '--cold', 'none'),
      ),
    ).toMatch(/18 decimals; deposits on from 2; swept from 25; cold above not said/);
    const { rows } = await assets.house.pool.query<{ detail: { after: { sweepFrom: string } } }>(
      `SELECT detail FROM audit WHERE action = 'withdrawal.terms' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]!.detail.after).toMatchObject({ sweepFrom: '25', coldAbove: null, minimumDeposit: '2' });
  });
});
