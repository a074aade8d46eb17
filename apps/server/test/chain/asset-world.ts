import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import pino from 'pino';
import { createLocalBus } from '../../src/bus/bus.ts';
import { createPool } from '../../src/db/pool.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { creditKeptDeposits } from '../../src/jobs/chain/deposits.ts';
import { payoutRound } from '../../src/jobs/chain/payouts.ts';
import { reconciliationRound, type ReconciliationWorld } from '../../src/jobs/chain/reconciliation.ts';
import { sweepRound } from '../../src/jobs/chain/sweeps.ts';
import { requireDepositAddress } from '../../src/modules/deposit/deposit-address.command.ts';
import { createDepositScan } from '../../src/modules/deposit/scan/deposit-scan.command.ts';
import { checkLedger } from '../whole/check-ledger.ts';
import { approveWithdrawal } from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { transferData } from '../../src/outside/chain/abi.ts';
import type { Chain, Hex } from '../../src/outside/chain/port.ts';
import type { Signer } from '../../src/outside/signer/port.ts';
import { testEnv } from '../app.ts';
import { startLocalChain, type LocalChain } from './local-chain.ts';
import { moneyHouse, type MoneyHouse } from '../money-house.ts';
import { BY, testSigner } from './payout-world.ts';
import { asking, rowOf, saveAddress } from '../withdrawals.ts';

/** A real node, the books, the scanner, the sender and the comparison of both: everything between a chain and the ledger. */
export interface AssetWorld {
  readonly house: MoneyHouse;
  readonly local: LocalChain;
  readonly chain: Chain;
  readonly dollar: Hex;
  readonly hot: Hex;
  readonly signer: Signer;
  readonly world: ReconciliationWorld & { readonly signer: Signer };
  /** A new member with a deposit address on BEP20. */
  depositor(): Promise<{ member: bigint; address: Hex }>;
  /** Reads the chain to its head and credits what is final. */
  scan(): Promise<void>;
  /** Approved, to an address that nobody has; gives its id. */
  approved(amount: string, address?: string): Promise<string>;
  pay(extra?: Parameters<typeof payoutRound>[1]): Promise<void>;
  /** Plans sweeps, as the job does. */
  planSweeps(): Promise<void>;
  compare(): Promise<void>;
  /** Somebody who has a key of ours sends dollars with it; the gas is theirs. */
  sendAs(from: Hex, to: Hex, amount: bigint): Promise<Hex>;
  /** With all rights on the database. */
  asOwner(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Blocks until something is final here. */
export const CONFIRMATIONS = 3;
export const COLD: Hex = `0x${'c0'.repeat(20)}`;

export const assetWorld = async (database: TestDatabase): Promise<AssetWorld> => {
  const house = await moneyHouse(database);
  const local = await startLocalChain();
  const dollar = await local.deployDollar();
  const chain = local.asNetwork(NETWORK.BEP20);
  const { signer, hot, xpub } = testSigner(chain.chainId, [
    { address: dollar, function: 'transfer', perDay: `${10n ** 24n}` },
  ]);
  await house.pool.query(
    'UPDATE asset_network SET contract = $1, decimals = 18 WHERE (wallet_id, network_id) = (1, 2)',
    [dollar],
  );
  await house.pool.query('UPDATE network SET confirmations = $1', [CONFIRMATIONS]);
  await local.send({ to: hot as Hex, value: 10n ** 18n });
  const owner = createPool(database.ownerUrl, { max: 1 });
  const log = pino({ level: 'silent' });
  const chains = new Map<NetworkId, Chain>([[NETWORK.BEP20, chain]]);
  const world = { ...house, log, bus: createLocalBus(), env: testEnv(), signer, chains, tron: null };
  const scanner = createDepositScan(world, chain);
  // What operators have to set is set here past them.
  const compare = reconciliationRound(world, ({ pool }) => checkLedger(pool));
  const approved = async (amount: string, address = `0x${'5a'.repeat(20)}`): Promise<string> => {
    const member = await house.member({ USDT: '5000' });
    await saveAddress(house, member, { address });
    const { id } = await house.funnel.run(await asking(house, member, { address, amount }));
    await house.funnel.run(approveWithdrawal(id, (await rowOf(house.pool, id)).revision, BY));
    return id;
  };
  return {
    house,
    local,
    chain,
    dollar,
    hot: hot as Hex,
    signer,
    world,
    depositor: async () => {
      const member = await house.member();
      const dependencies = { ...house, env: { depositKeys: { evm: xpub, tron: null } } as never };
      const place = { walletId: WALLET.USDT, network: NETWORK.BEP20 };
      return { member, address: (await requireDepositAddress(dependencies, member, place)) as Hex };
    },
    scan: async () => {
      while (await scanner.step());
      await creditKeptDeposits({ ...world, depositKeys: { evm: xpub, tron: null }, doubted: new Map() }, chain);
    },
    approved,
    pay: (extra) => payoutRound(world, extra),
    planSweeps: () => sweepRound({ ...world, xpub }),
    compare,
    sendAs: async (from, to, amount) => {
      const coins = await chain.coinBalance(from);
      await local.ask('anvil_impersonateAccount', [from]);
      await local.ask('anvil_setBalance', [from, '0xde0b6b3a7640000']);
      const { transactionHash } = await local.send({ from, to: dollar, data: transferData(to, amount) });
      await local.ask('anvil_setBalance', [from, `0x${coins.toString(16)}`]);
      return transactionHash;
    },
    asOwner: async (sql) => void (await owner.query(sql)),
    close: async () => {
      await owner.end();
      await local.stop();
      signer.close();
      await house.close();
    },
  };
};
