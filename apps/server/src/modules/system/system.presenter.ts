import type { systemSources } from '@minerx/contract/system';
import type { ResultOf } from '@minerx/contract/call';
import { formatUnits } from '@minerx/rules/money';
import type { Env } from '../../env.ts';
import type { NetworkSettings } from '../telemetry/telemetry.query.ts';
import type { SourceRow } from './system.query.ts';

/** Which sources feed the figures. What was never heard is null; whether a source is simulated is the configuration's word. */
export const presentSources = (
  env: Pick<Env, 'pool' | 'network' | 'market'>,
  row: SourceRow | null,
  { tip, poolFeePpm }: NetworkSettings,
): ResultOf<typeof systemSources> => {
  const price = row !== null && row.btcPriceSource !== 'none' ? row : null;
  return {
    hashrate: { simulated: row?.devicesSimulated ?? false },
    pool: { simulated: env.pool?.simulated ?? false },
    network: {
      simulated: tip?.simulated ?? env.network?.simulated ?? false,
      height: tip?.height ?? null,
      bits: tip?.bits ?? null,
      difficulty: tip === null ? null : String(tip.difficulty),
      at: tip?.at ?? null,
    },
    market: {
      simulated: price?.btcPriceSimulated ?? env.market?.simulated ?? false,
      btc_price: price === null ? null : formatUnits(price.btcPriceUnits),
      at: price?.btcPriceAt.toISOString() ?? null,
    },
    pool_fee_ppm: poolFeePpm,
  };
};
