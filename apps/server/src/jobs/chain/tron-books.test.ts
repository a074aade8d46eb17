import { addressBytes, spellAddress } from '@minerx/rules/chain-spelling';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyTron, type FaultyTron } from '../../../../../simulators/src/chain/faulty-tron.ts';
import { TronState } from '../../../../../simulators/src/chain/tron-state.ts';
import { testEnv } from '../../../test/app.ts';
import { BY } from '../../../test/chain/payout-world.ts';
import { XPUB } from '../../../test/chain/deposit-world.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../../../test/money-house.ts';
import { runShell, shellRefusal } from '../../../test/operator/shell.ts';
import { asking, rowOf, saveAddress } from '../../../test/withdrawals.ts';
import { createLocalBus } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { TRON_DOLLAR } from '../../demo/chain/demo-tron.ts';
import { accountId } from '../../ledger/account.ts';
import { networkOwner, type NetworkPlace } from '@minerx/rules/network-place';
import { requireDepositAddress } from '../../modules/deposit/deposit-address.command.ts';
import { createDepositScan } from '../../modules/deposit/scan/deposit-scan.command.ts';
import { listColdMovements } from '../../modules/hot-wallet/cold-movement.query.ts';
import { checkLedger } from '../../../test/whole/check-ledger.ts';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { listDifferences } from '../../modules/reconciliation/reconciliation.query.ts';
import { approveWithdrawal } from '../../modules/withdrawal/withdrawal-review.command.ts';
import { proveHandSent } from '../../modules/withdrawal/withdrawal-proof.command.ts';
import { createTronChain } from '../../outside/chain/tron.ts';
import { creditKeptDeposits } from './deposits.ts';
import { reconciliationRound } from './reconciliation.ts';

/** Of a simulated TRON: no public chain has it. */
const LOCAL_TRON_ID = 31_338;

const TRC20 = NETWORK.TRC20;
const ONE = 1_000_000n;
const SOLID_AFTER = 4;
const log = pino({ level: 'silent' });
const token = addressBytes(TRC20, TRON_DOLLAR.address)!.slice(2);
const [HOT, COLD, NOBODY] = ['a1'.repeat(20), 'c0'.repeat(20), '44'.repeat(20)];
const spelt = (bytes: string): string => spellAddress(TRC20, `0x${bytes}`);
const WHY = ['--reason', 'test'];

const started = Date.parse('2026-11-20T12:00:00Z');
const state = new TronState(LOCAL_TRON_ID, SOLID_AFTER, () => house?.clock.at ?? started);
let stub: FaultyTron;
let database: TestDatabase;
let house: MoneyHouse;
let context: Context;
let round: () => Promise<void>;
beforeAll(async () => {
  state.mine(2);
  database = await testDatabase();
  house = await moneyHouse(database);
  stub = await startFaultyTron(state, [{}, {}]);
  const nodes = stub.urls.map((url) => ({ url }));
  const tron = createTronChain({ chainId: LOCAL_TRON_ID, simulated: true, nodes, clock: Date });
  const depositKeys = { evm: null, tron: XPUB };
  const world = { ...house, random: testRandom, log, bus: createLocalBus(), env: { ...testEnv(), depositKeys } };
  context = { ...world, outside: { chains: new Map(), tron, signer: null } } as unknown as Context;
  round = reconciliationRound({ ...world, signer: null, chains: new Map(), tron }, ({ pool }) => checkLedger(pool));
  await house.pool.query(
    'UPDATE asset_network SET contract = $1, decimals = 6 WHERE (wallet_id, network_id) = (1, 1)',
    [TRON_DOLLAR.address],
  );
  await house.pool.query('UPDATE network SET confirmations = 5 WHERE id = 1');
  await read();
});
beforeEach(() => {
  house.clock.at += 60_000;
});
afterAll(async () => {
  await expectCoherentLedger(house.pool, ['changes', 'versions']);
  await house.close();
  await database.drop();
  await stub.stop();
});

const shell = (...words: string[]): Promise<string> => runShell(context, words);
const send = (from: string, to: string, amount: bigint, blocks = 1): string => {
  const hash = state.send([{ contract: token, from, to, value: String(amount) }]);
  state.mine(blocks);
  return hash;
};
/** Reads the chain to its head, credits what is final, and proves what was sent by hand. */
const read = async (): Promise<void> => {
  const { tron } = context.outside;
  const scan = createDepositScan({ ...house, random: testRandom, log }, tron!);
  while (await scan.step());
  await creditKeptDeposits({ ...house, log, depositKeys: { evm: null, tron: XPUB }, doubted: new Map() }, tron!);
  await proveHandSent({ ...context, log });
};
/** Everything that is sent is final and read. */
const settle = async (): Promise<void> => {
  state.mine(SOLID_AFTER + 2);
  await read();
};
const depositor = async (): Promise<string> => {
  const member = await house.member();
  const address = await requireDepositAddress(context, member, { walletId: 1, network: TRC20 });
  return addressBytes(TRC20, address)!.slice(2);
};
const owned = async (place: NetworkPlace): Promise<bigint> => {
  const { rows } = await house.pool.query<{ units: string }>(
    `SELECT coalesce(sum(CASE WHEN source = $1 THEN amount ELSE -amount END), 0)::text AS units FROM posting WHERE $1 IN (source, destination)`,
    [accountId(networkOwner(TRC20, place), 1)],
  );
  return BigInt(rows[0]!.units);
};
const kinds = async (): Promise<string[]> => {
  const { rows } = await house.pool.query<{ kind: string }>(
    `SELECT kind FROM transfer WHERE kind IN ('sweep', 'funding') ORDER BY id`,
  );
  return rows.map(({ kind }) => kind);
};
const equal = async (): Promise<void> => {
  await round();
  expect(await listDifferences(house.pool)).toEqual([]);
  expect(await findPayoutFreeze(house.pool)).toBe(null);
};

describe('the books and TRON', () => {
  it('agree from the first look on, at what lay in the hot wallet before, while deposits are seen and credited', async () => {
    send(NOBODY, HOT, 500n * ONE);
    await settle();
    await round();
    expect(
      await shellRefusal(context, ['wallet', 'hot', '--network', 'TRC20', '--address', `0x${HOT}`, ...WHY]),
    ).toMatch(/no address of TRC20/);
    expect(await shell('wallet', 'hot', '--network', 'TRC20', '--address', spelt(HOT), ...WHY)).toBe('Named.');
    await shell('wallet', 'cold', '--network', 'TRC20', '--address', spelt(COLD), ...WHY);
    await equal();
    await equal();
    expect(await owned('HOT')).toBe(unitsOf('500'));
    const address = await depositor();
    await read();
    send(NOBODY, address, 40n * ONE);
    await read();
    await equal();
    await settle();
    await equal();
    expect(await owned('DEPOSIT')).toBe(unitsOf('40'));
  });

  it('know what an operator sweeps to the hot wallet by the chain alone, and book it as any sweep', async () => {
    const [one, two] = [await depositor(), await depositor()];
    await read();
    send(NOBODY, one, 70n * ONE);
    send(NOBODY, two, 30n * ONE);
    await settle();
    await equal();
    expect(await shell('wallet', 'addresses', '--network', 'TRC20')).toMatch(
      new RegExp(`^${spelt(one)} child 1 +70 USDT\\n.* 40 USDT\\n${spelt(two)} child 2 +30 USDT$`),
    );
    const before = { hot: await owned('HOT'), deposits: await owned('DEPOSIT'), kinds: await kinds() };
    send(one, HOT, 70n * ONE);
    send(two, COLD, 12n * ONE);
    // Not final: the books and the newest final block say the same.
    await read();
    await equal();
    expect(await owned('HOT')).toBe(before.hot);
    await settle();
    await equal();
    expect((await owned('HOT')) - before.hot).toBe(unitsOf('70'));
    expect(await owned('COLD')).toBe(unitsOf('12'));
    expect(before.deposits - (await owned('DEPOSIT'))).toBe(unitsOf('82'));
    expect(await shell('wallet', 'addresses', '--network', 'TRC20')).not.toContain(spelt(one));
    expect((await kinds()).slice(before.kinds.length)).toEqual(['sweep', 'sweep']);
    await equal();
    await expectCoherentLedger(house.pool, ['changes', 'versions']);
  });

  it('agree while a withdrawal goes by hand: recorded, mined, final and booked', async () => {
    const member = await house.member({ USDT: '100' });
    await saveAddress(house, member, { network: TRC20, address: spelt(NOBODY) });
    const { id } = await house.funnel.run(
      await asking(house, member, { network: TRC20, address: spelt(NOBODY), amount: '21' }),
    );
    await house.funnel.run(approveWithdrawal(id, (await rowOf(house.pool, id)).revision, BY));
    const before = await owned('HOT');
    const hash = state.send([{ contract: token, from: HOT, to: NOBODY, value: String(21n * ONE) }]);
    await shell('withdrawal', 'sent', '--id', id, '--hash', hash, ...WHY);
    await read();
    await equal();
    for (let block = 0; block < SOLID_AFTER + 3; block += 1) {
      state.mine();
      await read();
      await equal();
    }
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 3 });
    expect(before - (await owned('HOT'))).toBe(unitsOf('21'));
  });

  it('say what is too much, and book its way to the cold wallet when the chain shows what somebody recorded', async () => {
    await shell('wallet', 'terms', '--wallet', 'USDT', '--network', 'TRC20', '--cold', '300', ...WHY);
    await equal();
    const [movement] = await listColdMovements(house.pool);
    expect(movement).toMatchObject({ networkId: TRC20, units: unitsOf('249') });
    const { id } = movement!;
    await shell('cold', 'approve', '--id', id, '--address', spelt(COLD), ...WHY);
    const wrong = send(HOT, NOBODY, 0n);
    expect(await shellRefusal(context, ['cold', 'sent', '--id', id, '--hash', wrong, ...WHY])).toMatch(
      /does not move it/,
    );
    const hash = send(HOT, COLD, 249n * ONE);
    expect(await shell('cold', 'sent', '--id', id, '--hash', hash, ...WHY)).toMatch(/Noted/);
    await read();
    await equal();
    expect(await listColdMovements(house.pool)).toHaveLength(1);
    const before = await owned('COLD');
    await settle();
    await equal();
    await equal();
    expect((await owned('COLD')) - before).toBe(unitsOf('249'));
    expect(await shell('cold', 'list', '--all', 'yes')).toMatch(/249 USDT on TRC20.*\n {4}moved/);
    expect(await shell('wallet', 'show')).toMatch(/USDT on TRC20: 300, 0 promised/);
    await expectCoherentLedger(house.pool, ['changes', 'versions']);
  });

  it('are not compared where something moved since the block, and are where nothing did', async () => {
    const { tron } = context.outside;
    const address = await depositor();
    await read();
    send(NOBODY, address, 9n * ONE);
    await settle();
    const world = { ...context, signer: null, chains: new Map() };
    // Between the choice of a block and the last balance the chain goes on, and something goes out.
    let moved = false;
    const moving = {
      ...tron!,
      finalBalance: async (...asked: Parameters<NonNullable<typeof tron>['finalBalance']>) => {
        if (!moved) {
          moved = true;
          send(NOBODY, address, 5n * ONE);
          state.mine(SOLID_AFTER);
        }
        return tron!.finalBalance(...asked);
      },
    };
    await reconciliationRound({ ...world, tron: moving }, ({ pool }) => checkLedger(pool))();
    expect(await listDifferences(house.pool)).toEqual([]);
    await settle();
    await equal();
  });

  it('differ when somebody took what no withdrawal names: payouts stand still until it is explained', async () => {
    send(HOT, NOBODY, 3n * ONE);
    const address = await depositor();
    await read();
    send(NOBODY, address, 8n * ONE);
    await settle();
    await round();
    send(address, NOBODY, 2n * ONE);
    await settle();
    await round();
    expect(await listDifferences(house.pool)).toMatchObject([
      { networkId: TRC20, place: 0, address: `0x${address}`, raw: -2n * ONE },
      { networkId: TRC20, place: 1, raw: -3n * ONE },
    ]);
    expect(await findPayoutFreeze(house.pool)).not.toBe(null);
    for (const { id } of await listDifferences(house.pool))
      await shell('wallet', 'explain', '--id', String(id), ...WHY);
    await equal();
  });

  it('are told by nodes that agree: one that lies or lags stops the comparison, and finds nothing', async () => {
    const compared = async () => (await house.pool.query('SELECT at FROM reconciliation WHERE network_id = 1')).rows[0];
    await equal();
    const before = await compared();
    stub.stand(1, true);
    send(NOBODY, HOT, 50n * ONE);
    await settle().catch(() => undefined);
    house.clock.at += 60_000;
    await round();
    expect(await listDifferences(house.pool)).toEqual([]);
    stub.stand(1, false);
    await settle();
    await equal();
    expect(await compared()).not.toEqual(before);
    await equal();
  });
});
