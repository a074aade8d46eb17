import type { systemSources } from '@minerx/contract/system';
import { callOf, request } from '../../base/api.ts';
import { keepSimulated } from '../../base/storage/simulated.ts';

const sources = callOf<typeof systemSources>('GET', 'system/sources', 'public');

/** Asks whether nothing on the screens comes from a real source, and keeps it for starts during which nobody answers. */
export async function askAllSimulated(signal: AbortSignal): Promise<boolean> {
  const { hashrate, pool, network, market } = await request(sources, { signal });
  const simulated = [hashrate, pool, network, market].every((source) => source.simulated);
  keepSimulated(simulated);
  return simulated;
}
