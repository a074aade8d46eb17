import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startSimulator, type Simulator } from './spawn.ts';

/** What no network of ours asks for: behind so many blocks nobody waits any more. */
const REST = 40;
const folder = mkdtempSync(join(tmpdir(), 'minerx-chain-'));

let running: Simulator;
afterEach(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const begin = async (): Promise<void> => {
  running = await startSimulator('chain', ['--state', join(folder, 'state.json'), '--begins-at', '1000']);
};

const ask = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
  const answer = await fetch(running.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await answer.json()) as { result: T }).result;
};

const head = async (): Promise<number> => Number(await ask<string>('eth_blockNumber'));

const send = async (): Promise<void> => {
  const [from] = await ask<string[]>('eth_accounts');
  await ask('eth_sendTransaction', [{ from, to: from, value: '0x1' }]);
};

const growsFrom = (block: number): Promise<void> =>
  vi.waitFor(async () => expect(await head()).toBeGreaterThan(block + 2), 30_000);

test('who waits for confirmations waits on after a start', async () => {
  await begin();
  await send();
  await running.stop();
  await begin();
  await growsFrom(await head());
});

test('a transaction under an empty block brings the blocks that somebody waits for', async () => {
  await begin();
  await ask('anvil_mine', [`0x${(REST + 1).toString(16)}`]);
  await send();
  await ask('evm_mine');
  await growsFrom(await head());
});
