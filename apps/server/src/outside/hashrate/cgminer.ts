import { exchange, requestOf, type ExchangeOptions } from './cgminer-exchange.ts';
import { readSummary } from './cgminer-summary.ts';
import { epochOf } from './epoch.ts';
import type { DeviceEndpoint, EpochMemory, PollResult } from './port.ts';

export type PollOptions = DeviceEndpoint &
  ExchangeOptions & {
    /** The last reading of this device, so that its run can be recognised. */
    before?: EpochMemory | null;
  };

const request = requestOf('summary');

/** Asks one device for its `summary`. Never rejects: whatever goes wrong is a result with its reason. */
export const pollDevice = async (options: PollOptions): Promise<PollResult> => {
  const { serial, sourceId, simulated, before } = options;
  const sent = await exchange(options, request);
  const { at } = sent;
  if (!sent.ok) return { ok: false, serial, at, reason: sent.reason, detail: sent.detail };
  const outcome = readSummary(sent.text);
  if (!outcome.ok) return { ok: false, serial, at, reason: outcome.reason, detail: outcome.detail };
  const { summary } = outcome;
  return {
    ok: true,
    sample: {
      serial,
      sourceId,
      at,
      instantThs: summary.instantThs,
      counterHashes: summary.counterHashes,
      counterAttested: summary.counterAttested,
      elapsedS: summary.elapsedS,
      epochId: epochOf({ at, elapsedS: summary.elapsedS, counterHashes: summary.counterHashes }, before ?? null),
      accepted: summary.accepted,
      rejected: summary.rejected,
      lastShareAt: summary.lastShareAt,
      repairs: sent.repairs.length === 0 ? summary.repairs : [...sent.repairs, ...summary.repairs],
      simulated,
    },
  };
};
