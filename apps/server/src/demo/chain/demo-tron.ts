import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKept } from '@minerx/files/kept-file';
import * as z from 'zod/mini';
import type { TronSource } from '../../env/env-chains.ts';
import type { Context } from '../../context.ts';
import { comparedChains, listOwn } from '../../jobs/chain/reconciliation.ts';
import { isAnotherChain } from '../../modules/deposit/chain-cursor.query.ts';
import { createTronFaucet } from '../../outside/chain/faucet.ts';
import { createHttpSource } from '../../outside/http-source.ts';
import { createTronChain } from '../../outside/chain/tron.ts';
import { restoreHoldings } from './lost-chain.ts';

/** No public chain has it. */
const LOCAL_TRON_ID = 31_338;

/** The contract of test dollars on the simulated TRON: an address that nobody has the key of. */
export const TRON_DOLLAR = { address: 'TL5Je82AdBjbdp1mwfwj7aiA7exTwUc6fz' } as const;

/** After so many a block of the simulated TRON is final. */
const BLOCKS_UNTIL_FINAL = 20;

const noteFile = (dataDir: string): string => join(dataDir, 'simulated-tron.json');

/** The simulated TRON as a source. Noted, so that the operators' shell asks the one that the server runs. */
export const localTron = (dataDir: string, url: string): TronSource => {
  writeFileSync(noteFile(dataDir), JSON.stringify({ url }));
  return { chainId: LOCAL_TRON_ID, nodes: [{ url }], simulated: true };
};

/** The simulated TRON of the server that last started on this folder; null where there was none. */
export const notedLocalTron = (dataDir: string): TronSource | null => {
  const noted = readKept(noteFile(dataDir), z.object({ url: z.url() }), 'Remove it: the next start writes it anew.');
  return noted && localTron(dataDir, noted.url);
};

/** A chain that was lost goes on for the books: its addresses have what they say. */
export const prepareLocalTron = async (
  source: TronSource,
  dependencies: Pick<Context, 'pool' | 'clock' | 'random' | 'log'>,
  say: (line: string) => void,
): Promise<void> => {
  const { pool } = dependencies;
  const tron = createTronChain({ ...source, clock: Date });
  if (!(await isAnotherChain(pool, tron))) return;
  say(
    'the simulated TRON was lost: it begins anew with what the books say lies there; deposits that were not credited are void',
  );
  const { url } = source.nodes[0]!;
  const [chain] = comparedChains({ chains: new Map(), tron });
  const { wallets, byHand } = await listOwn({ pool, signer: null }, chain!);
  const faucet = createTronFaucet({ url, clock: Date });
  const control = createHttpSource({ url, sourceId: 'tron-faucet', simulated: true, clock: Date });
  // Balances are told of final blocks alone.
  const settled = async (): Promise<void> =>
    void (await control.counted(() => control.postJson('/mine', { blocks: BLOCKS_UNTIL_FINAL }, z.unknown())));
  await restoreHoldings(dependencies, { chain: chain!, wallets, hot: wallets.hot[0], byHand, faucet, settled });
};
