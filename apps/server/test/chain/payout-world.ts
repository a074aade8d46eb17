import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import type { Pool } from 'pg';
import pino from 'pino';
import { startFaultyChain, type FaultyChain, type NodeFaults } from '../../../../simulators/src/chain/faulty-chain.ts';
import { createPool } from '../../src/db/pool.ts';
import { testDatabase, type TestDatabase } from '../../src/db/test-database.ts';
import { payoutRound, type PayoutWorld } from '../../src/jobs/chain/payouts.ts';
import { issueNft } from '../../src/modules/nft/nft-holding.command.ts';
import { approveNftWithdrawal } from '../../src/modules/nft/nft-review.command.ts';
import type { Checkpoint } from '../../src/modules/payout/payout-sign.command.ts';
import type { Payout } from '../../src/modules/payout/payout.ts';
import { findPayout } from '../../src/modules/payout/payout.query.ts';
import { withdrawNft } from '../../src/modules/nft/nft-withdrawal.command.ts';
import { approveWithdrawal } from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { findNftWithdrawal } from '../../src/modules/nft/nft.query.ts';
import { createEvmChain } from '../../src/outside/chain/evm.ts';
import type { Chain } from '../../src/outside/chain/port.ts';
import type { Signer, SigningRequest } from '../../src/outside/signer/port.ts';
import { readPolicy } from '../../src/signer/policy.ts';
import { openRecord } from '../../src/signer/record.ts';
import { createSigning } from '../../src/signer/signing.ts';
import { keyInMemory } from '../../src/signer/key.ts';
import { createWallet } from '../../src/signer/wallet.ts';
import { ADDRESS, asking, rowOf, saveAddress } from '../withdrawals.ts';
import { moneyHouse, type MoneyHouse } from '../money-house.ts';

export const COLLECTION = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512';
export const DOLLAR = '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0';
export const BY = { actor: 'operator:ana' as const, reason: 'test' };
export const KILLED = 'killed';
/** For a round: the worker ends there. */
export const killedAt = (point: Checkpoint | undefined) => ({
  checkpoint: (name: Checkpoint) => {
    if (name === point) throw new Error(KILLED);
  },
});
/** That a worker was killed is swallowed. */
export const untilKilled = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: Error) => {
    if (error.message !== KILLED) throw error;
  });
const HOT_KEY = Buffer.from('46'.repeat(32), 'hex');
const DEPOSIT_SEED = Buffer.from('47'.repeat(32), 'hex');

export interface PayoutTestWorld {
  readonly house: MoneyHouse;
  readonly stub: FaultyChain;
  readonly world: PayoutWorld;
  readonly signer: Signer & { requests: SigningRequest[]; down: boolean };
  readonly hot: string;
  /** An NFT of a member, by default a new one, asked for and approved; gives the withdrawal's id, the token and its member. */
  approvedNft(address?: string, member?: bigint): Promise<{ id: string; token: number; member: bigint; nftId: string }>;
  /** USDT of a member, by default 20 of a new one, asked for on BEP20 and approved; gives the withdrawal's id and its member. */
  approvedWithdrawal(
    address?: string,
    given?: { member: bigint; amount: bigint },
  ): Promise<{ id: string; member: bigint }>;
  /** One round of the sender, and a block. Whatever stops the round is swallowed, as a killed worker leaves it. */
  round(extra?: Parameters<typeof payoutRound>[1]): Promise<void>;
  payout(id: string): Promise<Payout>;
  /** The chain with some of its answers changed, until it is let go. */
  answering(changed: (chain: Chain) => Partial<Chain>): () => void;
  /** Rounds and blocks until nothing is under way; time passes with them. */
  settle(most?: number): Promise<void>;
  close(): Promise<void>;
}

/** A signer with real rules and a real record, in this process: what is tested here is who asks it. */
export const testSigner = (
  chainId: number,
  contracts: readonly { address: string; function: string; perDay: string }[] = [
    { address: COLLECTION, function: 'safeTransferFrom', perDay: '100000' },
    { address: DOLLAR, function: 'transfer', perDay: `${10n ** 24n}` },
  ],
) => {
  const folder = mkdtempSync(join(tmpdir(), 'minerx-payout-'));
  const wallet = createWallet(keyInMemory(HOT_KEY), DEPOSIT_SEED);
  const chain = {
    chainId,
    maxFeePerGas: `${10n ** 13n}`,
    maxGas: '400000',
    gasPerDay: `${10n ** 24n}`,
    contracts,
    topUp: { maxValue: `${10n ** 17n}`, perDay: `${10n ** 20n}` },
  };
  const policy = readPolicy(JSON.stringify({ chains: [chain] }));
  const record = openRecord(join(folder, 'record'));
  const sign = createSigning({ wallet, policy, record, now: Date.now });
  const signer = {
    requests: [] as SigningRequest[],
    down: false,
    sign: (request: SigningRequest) =>
      Promise.resolve().then(() => {
        signer.requests.push(request);
        return sign(request);
      }),
    describe: () => Promise.resolve({ address: wallet.hot.address, chainIds: [chainId], xpub: wallet.xpub }),
    close: () => record.close(),
  };
  return { signer, hot: wallet.hot.address, xpub: wallet.xpub };
};

/** What operators have to set before anything leaves. */
const setTerms = async (database: TestDatabase): Promise<void> => {
  await database.pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"'),
       ('nft_collections', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify({ super_rare: { address: COLLECTION, network: 'stub', simulated: true, marketplaces: [] } })],
  );
  await database.pool.query(
    'UPDATE asset_network SET contract = $1, decimals = 18 WHERE wallet_id = 1 AND network_id = 2',
    [DOLLAR],
  );
};

const approvedWithdrawal = async (
  house: MoneyHouse,
  address: string = ADDRESS,
  given?: { member: bigint; amount: bigint },
): Promise<{ id: string; member: bigint }> => {
  const member = given?.member ?? (await house.member({ USDT: '21' }));
  const amount = formatUnits(given?.amount ?? unitsOf('20'));
  await saveAddress(house, member, { address });
  const { id } = await house.funnel.run(await asking(house, member, { address, amount }));
  const { revision } = await rowOf(house.pool, id);
  await house.funnel.run(approveWithdrawal(id, revision, BY));
  return { id, member };
};

export const payoutTestWorld = async (
  database: TestDatabase,
  nodes: readonly Partial<NodeFaults>[] = [{}],
  { seed = 'payouts', timeoutMs = 2000 } = {},
): Promise<PayoutTestWorld> => {
  const house = await moneyHouse(database);
  const stub = await startFaultyChain(nodes, { seed });
  const { signer, hot } = testSigner(stub.state.chainId);
  const chain = createEvmChain({
    network: NETWORK.BEP721,
    chainId: stub.state.chainId,
    simulated: true,
    urls: stub.urls,
    clock: Date,
    timeoutMs,
  });
  const chains = new Map<NetworkId, Chain>([
    [NETWORK.BEP721, chain],
    [NETWORK.BEP20, chain],
  ]);
  await setTerms(database);
  stub.state.mint(DOLLAR, hot, 10n ** 24n);
  const log = pino({ level: 'silent' });
  const world: PayoutWorld = { pool: house.pool, clock: house.clock, log, funnel: house.funnel, signer, chains };

  const round: PayoutTestWorld['round'] = async (extra) => {
    await untilKilled(payoutRound(world, extra));
    stub.state.mine();
  };
  return {
    house,
    stub,
    world,
    signer,
    hot,
    approvedNft: async (address = `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`, given) => {
      const member = given ?? (await house.member({ USDT: '5' }));
      const { id: nftId, token } = await issueNft(house, member, { category: 'rare' }, BY);
      stub.state.mintItem(COLLECTION, BigInt(token), hot);
      const { id } = await house.funnel.run(withdrawNft(member, { nftId, address, seenFeeUnits: null }, null));
      await house.funnel.run(approveNftWithdrawal((await findNftWithdrawal(house.pool, id))!, BY));
      return { id, token, member, nftId };
    },
    approvedWithdrawal: (address, given) => approvedWithdrawal(house, address, given),
    round,
    payout: async (id) => (await findPayout(house.pool, id))!,
    answering: (changed) => {
      const before = [...chains];
      for (const [network, own] of before) chains.set(network, { ...own, ...changed(own) });
      return () => before.forEach(([network, own]) => chains.set(network, own));
    },
    settle: async (most = 60) => {
      for (let i = 0; i < most; i += 1) {
        await round();
        house.clock.at += 5000;
        const { rows } = await house.pool.query<{ open: boolean }>(
          'SELECT EXISTS (SELECT FROM payout WHERE status NOT IN (3, 9)) AS open',
        );
        if (!rows[0]!.open) return;
      }
    },
    close: async () => {
      await stub.stop();
      signer.close();
      await house.close();
    },
  };
};

/** The world on a database of its own, and a hand that writes past the app. */
export interface PayoutStage {
  readonly world: PayoutTestWorld;
  /** With all rights on the database. */
  readonly owner: Pool;
  close(): Promise<void>;
}

export const openPayoutStage = async (confirmations: number): Promise<PayoutStage> => {
  const database = await testDatabase();
  const world = await payoutTestWorld(database);
  const owner = createPool(database.ownerUrl, { max: 1 });
  await database.pool.query('UPDATE network SET confirmations = $1', [confirmations]);
  return {
    world,
    owner,
    close: async () => {
      await world.close();
      await owner.end();
      await database.drop();
    },
  };
};
