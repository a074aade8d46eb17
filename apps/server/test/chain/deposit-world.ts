import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import pino from 'pino';
import { startFaultyChain, type FaultyChain, type NodeFaults } from '../../../../simulators/src/chain/faulty-chain.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { createDepositScan, type DepositScan } from '../../src/modules/deposit/scan/deposit-scan.command.ts';
import { requireDepositAddress } from '../../src/modules/deposit/deposit-address.command.ts';
import { createEvmChain } from '../../src/outside/chain/evm.ts';
import type { Chain, ChainReader } from '../../src/outside/chain/port.ts';
import { moneyHouse, testRandom, type MoneyHouse } from '../money-house.ts';

export const DEPOSIT_DOLLAR = '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0';
/** An account public key; nobody has its private one. */
export const XPUB =
  'xpub6FAwfEwcqE3sSuT5UxvfSzgsnuJ7Nsfvo1JjQDeSEphG4M6JDkRZZEYegtpPXZSVtf7dC8Rg2WmpUkPsXPkbHD8ko3JEk61qgSkxzuoXzeV';

/** Of the addresses in tests. */
export const DEPOSIT_KEYS = { evm: XPUB, tron: null };

/** A member with an address on BEP20, in small letters. */
export interface Depositor {
  readonly id: bigint;
  readonly address: string;
}

export interface DepositWorld {
  readonly house: MoneyHouse;
  readonly stub: FaultyChain;
  readonly chain: Chain;
  depositor(): Promise<Depositor>;
  /** A scanner as a worker has one; with other ears or another hand if wanted. */
  scan(changed?: { pool?: MoneyHouse['pool']; reader?: ChainReader }): DepositScan;
  close(): Promise<void>;
}

/** A chain that is watched from its first block, told of by nodes that may be as bad as they like. */
export const depositWorld = async (
  database: TestDatabase,
  nodes: readonly Partial<NodeFaults>[] = [{}],
  seed = 'deposits',
): Promise<DepositWorld> => {
  const house = await moneyHouse(database);
  const { pool, clock } = house;
  const stub = await startFaultyChain(
    nodes.map(() => ({})),
    { seed },
  );
  const chain = createEvmChain({
    network: NETWORK.BEP20,
    chainId: stub.state.chainId,
    simulated: true,
    urls: stub.urls,
    clock: Date,
    timeoutMs: 2000,
  });
  await pool.query('UPDATE asset_network SET contract = $1, decimals = 18 WHERE wallet_id = $2 AND network_id = $3', [
    DEPOSIT_DOLLAR,
    WALLET.USDT,
    NETWORK.BEP20,
  ]);
  await pool.query('UPDATE network SET confirmations = 3 WHERE id = $1', [NETWORK.BEP20]);
  const log = pino({ level: 'silent' });
  const scan: DepositWorld['scan'] = (changed = {}) =>
    createDepositScan({ pool: changed.pool ?? pool, clock, random: testRandom, log }, changed.reader ?? chain);
  await scan().step();
  for (const [node, faults] of nodes.entries()) stub.setFaults(node, faults);
  return {
    house,
    stub,
    chain,
    scan,
    depositor: async () => {
      const id = await house.member();
      const dependencies = { pool, clock, env: { depositKeys: DEPOSIT_KEYS } as never };
      const coin = { walletId: WALLET.USDT, network: NETWORK.BEP20 };
      return { id, address: (await requireDepositAddress(dependencies, id, coin)).toLowerCase() };
    },
    close: async () => {
      await stub.stop();
      await house.close();
    },
  };
};
