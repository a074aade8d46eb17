import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKept } from '@minerx/files/kept-file';
import { NETWORK } from '@minerx/rules/network';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { TronSource } from '../../env/env-chains.ts';
import { findCursor } from '../../modules/deposit/deposit.store.ts';
import { forgetChains } from '../../modules/deposit/scan/forget-chain.command.ts';
import { createTronChain } from '../../outside/chain/tron.ts';

/** No public chain has it. */
export const LOCAL_TRON_ID = 31_338;

/** The contract of test dollars on the simulated TRON: an address that nobody has the key of. */
export const TRON_DOLLAR = { address: 'TL5Je82AdBjbdp1mwfwj7aiA7exTwUc6fz' } as const;

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

/** Where we were on a chain that was lost is forgotten: the one that begins instead knows nothing of it. */
export const prepareLocalTron = async (source: TronSource, pool: Pool, say: (line: string) => void): Promise<void> => {
  const cursor = await findCursor(pool, NETWORK.TRC20);
  if (cursor === null) return;
  const chain = createTronChain({ ...source, clock: Date });
  if ((await chain.block(cursor.number))?.hash === cursor.hash) return;
  await forgetChains({ pool }, [NETWORK.TRC20]);
  say('the simulated TRON was lost: it begins anew, and what was on its way to members is void');
};
