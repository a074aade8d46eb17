import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentWorld } from './world.ts';

/** What the local chain of the world answers, asked without the product. */
const ask = async <T>(method: string, params: unknown[]): Promise<T> => {
  const said = readFileSync(join(currentWorld().dataDir, 'output.txt'), 'utf8');
  const url = /local chain +(http:\S+), simulated/.exec(said)?.[1];
  if (url === undefined) throw new Error(`the product names no local chain:\n${said}`);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { result: T }).result;
};

/** Whom a contract names as the owner of a token, in small letters. */
export const ownerOnChain = async (contract: string, token: number): Promise<string> => {
  const data = `0x6352211e${token.toString(16).padStart(64, '0')}`;
  return `0x${(await ask<string>('eth_call', [{ to: contract, data }, 'latest'])).slice(-40)}`;
};

/** Whether a transaction stands in a block and did what it was to do. */
export const hasSucceeded = async (hash: string): Promise<boolean> =>
  (await ask<{ status: string } | null>('eth_getTransactionReceipt', [hash]))?.status === '0x1';

/**
 * The chain takes transactions and makes no block but those that `mine` asks for: what passes while blocks come is looked at in peace.
 * Afterwards it goes on by itself.
 */
export const holdChain = async (look: (mine: () => Promise<unknown>) => Promise<void>): Promise<void> => {
  const mine = () => ask('evm_mine', []);
  await ask('evm_setAutomine', [false]);
  try {
    await look(mine);
  } finally {
    await ask('evm_setAutomine', [true]);
    await mine();
  }
};
