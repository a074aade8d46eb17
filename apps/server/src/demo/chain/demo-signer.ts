import { createHash, randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { collectionOfCategory } from '@minerx/rules/nft-collection';
import { createPool } from '../../db/pool.ts';
import { createOnce } from '@minerx/files/create-once';
import { addressWord, balanceOfData, ownerOfData, transferData, word } from '../../outside/chain/abi.ts';
import { createEndpoint, type Endpoint } from '../../outside/chain/endpoint.ts';
import { hash, hexBytes, quantity } from '../../outside/chain/evm-answers.ts';
import { FAUCET_ACCOUNT } from '../../outside/chain/faucet.ts';
import type { Hex } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { startProgram } from '../child-program.ts';
import { DEMO_CONTRACTS, DEPLOYER, LOCAL_CHAIN_ID } from './demo-chain.ts';

const PROGRAM = fileURLToPath(new URL('../../signer.ts', import.meta.url));
const ONE = 10n ** 18n;
const PER_DAY = 1_000_000n * ONE;
const STOCK_EVERY_MS = 5000;

/** What the demo's signer signs: everything that the demo has. */
const POLICY = {
  chains: [
    {
      chainId: LOCAL_CHAIN_ID,
      maxFeePerGas: `${10n ** 13n}`,
      maxGas: '500000',
      gasPerDay: `${1000n * ONE}`,
      topUp: { maxValue: `${ONE}`, perDay: `${1000n * ONE}` },
      contracts: Object.entries(DEMO_CONTRACTS).map(([, { name, address }]) =>
        name === 'Bep721Collection'
          ? { address, function: 'safeTransferFrom', perDay: '1000' }
          : { address, function: 'transfer', perDay: `${PER_DAY}` },
      ),
    },
  ],
};

export interface DemoSigner {
  /** Of its socket. */
  readonly socket: string;
  /** Of the hot wallet. */
  readonly address: Hex;
  stop(): Promise<void>;
}

/**
 * Starts the signer of the demo, with a key that is made once.
 * @param seed of the deposit addresses, in hexadecimal digits; null: they are not the demo's own, and nothing is swept.
 * @param anew the chain began anew: its wallet does too, since the numbers of the one before are remembered as used.
 */
export const startDemoSigner = async (dataDir: string, anew: boolean, seed: string | null): Promise<DemoSigner> => {
  const folder = join(dataDir, 'signer');
  if (anew) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = (name: string): string => join(folder, name);
  createOnce(at('passphrase'), randomBytes(24).toString('base64url'));
  const secrets = { SIGNER_PASSPHRASE_FILE: at('passphrase') };
  const makeKeystore = async (name: string, ...more: string[]): Promise<void> => {
    if (existsSync(at(name))) return;
    const words = [PROGRAM, 'create-keystore', at(name), '--quick', ...more];
    await promisify(execFile)(process.execPath, words, { env: secrets });
  };
  if (seed !== null) writeFileSync(at('deposit.seed'), seed, { mode: 0o600 });
  await Promise.all([
    makeKeystore('hot.keystore'),
    ...(seed === null ? [] : [makeKeystore('deposit.keystore', '--seed', at('deposit.seed'))]),
  ]);
  writeFileSync(at('policy.json'), JSON.stringify(POLICY));
  // Paths of sockets are short on every system, those of folders are not.
  // Named by the folder: everybody reads the names in there.
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12);
  const socket = join(tmpdir(), `minerx-signer-${name}.sock`);
  const { ready, stop } = await startProgram(PROGRAM, [], {
    ...secrets,
    SIGNER_SOCKET: socket,
    SIGNER_KEYSTORE: at('hot.keystore'),
    ...(seed === null ? {} : { SIGNER_DEPOSIT_KEYSTORE: at('deposit.keystore') }),
    SIGNER_POLICY: at('policy.json'),
    SIGNER_RECORD: at('record.sqlite'),
  });
  return { socket, address: ready.address as Hex, stop };
};

const GAS_STOCK = 100n * ONE;
const TOKEN_STOCK = 100_000n * ONE;

/** `safeMint(address,uint256)` */
const mintData = (to: Hex, token: number): Hex => `0xa1448194${addressWord(to)}${word(token)}`;

export interface Stock {
  /** Resolves when it was looked at once. */
  readonly first: Promise<void>;
  stop(): Promise<void>;
}

/** Keeps the demo's hot wallet stocked: coins for gas, test tokens, and the items that members hold. */
export const keepWalletStocked = (url: string, wallet: Hex, databaseUrl: string): Stock => {
  const pool = createPool(databaseUrl, { max: 1 });
  const endpoint = createEndpoint({
    sourceId: 'local-chain',
    url,
    chainId: LOCAL_CHAIN_ID,
    simulated: true,
    clock: Date,
  });
  const minted = new Set<number>();
  let round: Promise<void> | null = null;
  const begin = (): void => {
    // What does not work now, as while the chain is started again, works a round later.
    round ??= stock(endpoint, wallet, pool, minted)
      .catch(() => undefined)
      .finally(() => (round = null));
  };
  begin();
  const first = round!;
  const timer = setInterval(begin, STOCK_EVERY_MS);
  return {
    first,
    stop: async () => {
      clearInterval(timer);
      await round;
      await pool.end();
    },
  };
};

const stock = async (endpoint: Endpoint, wallet: Hex, pool: Pool, minted: Set<number>): Promise<void> => {
  const send = (transaction: { from: Hex; to: Hex; data?: Hex; value?: Hex }) =>
    endpoint.ask('eth_sendTransaction', [transaction], hash);
  if ((await endpoint.ask('eth_getBalance', [wallet, 'latest'], quantity)) < GAS_STOCK / 2n)
    await send({ from: DEPLOYER, to: wallet, value: `0x${GAS_STOCK.toString(16)}` });
  for (const { name, address } of Object.values(DEMO_CONTRACTS)) {
    if (name !== 'Bep20Token') continue;
    const held = await endpoint.ask('eth_call', [{ to: address, data: balanceOfData(wallet) }, 'latest'], quantity);
    if (held < TOKEN_STOCK / 2n)
      await send({ from: FAUCET_ACCOUNT, to: address, data: transferData(wallet, TOKEN_STOCK) });
  }
  const { rows } = await pool.query<{ token: number; categoryId: number }>(
    'SELECT token, category_id AS "categoryId" FROM nft WHERE member_id IS NOT NULL ORDER BY token',
  );
  for (const { token, categoryId } of rows.filter((row) => !minted.has(row.token))) {
    const { address } = DEMO_CONTRACTS[collectionOfCategory(categoryId)];
    if (!(await exists(endpoint, address, token)))
      await send({ from: DEPLOYER, to: address, data: mintData(wallet, token) });
    minted.add(token);
  }
};

const exists = async (endpoint: Endpoint, contract: Hex, token: number): Promise<boolean> => {
  try {
    await endpoint.ask('eth_call', [{ to: contract, data: ownerOfData(token) }, 'latest'], hexBytes);
    return true;
  } catch (error) {
    if (isOutsideFailure(error) && error.reason === 'reverted') return false;
    throw error;
  }
};
