import { hashesWhileUp, type DeviceModel, type DeviceState } from './device-model.ts';

/**
 * What a device says of its run beside what it did: from a moment on, its `Elapsed` and its counter start at other figures, and
 * the counter may grow too fast. The truth stays with the model.
 */
export type Claims = {
  fromMs: number;
  elapsedS: number;
  counterHashes: bigint;
  /** The counter grows by the work times this. */
  factor: number;
  /** MH that the counter leaps by every minute. */
  leapMh: number;
};

type Claimed = { elapsedS: number; hashes: bigint };

/** What the device says at a time; a run that began after the claims is an honest one again. */
export const claimedAt = (device: DeviceModel, state: DeviceState, atMs: number, claims: Claims | null): Claimed => {
  if (claims === null || state.bootAtMs > claims.fromMs) {
    return {
      elapsedS: Math.floor((atMs - state.bootAtMs) / 1000),
      hashes: hashesWhileUp(device, state.bootAtMs, atMs),
    };
  }
  const worked = (hashesWhileUp(device, claims.fromMs, atMs) * BigInt(Math.round(claims.factor * 1000))) / 1000n;
  const leaps = BigInt(Math.floor((atMs - claims.fromMs) / 60_000) * claims.leapMh) * 1_000_000n;
  return {
    elapsedS: claims.elapsedS + Math.floor((atMs - claims.fromMs) / 1000),
    hashes: claims.counterHashes + worked + leaps,
  };
};

export const claimKinds = [
  'exchanged',
  'elapsed-restarts',
  'device-clock',
  'counter-resets',
  'counter-times',
  'counter-leaps',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/**
 * - `exchanged`        another machine answers at the address; it has run for `ranS` seconds
 * - `elapsed-restarts` the program's `Elapsed` begins anew while the counter goes on
 * - `device-clock`     the device's clock is set by `seconds`
 * - `counter-resets`   the counter begins anew while `Elapsed` goes on
 * - `counter-times`    the counter grows `factor` times too fast
 * - `counter-leaps`    the counter leaps by `mh` every minute
 */
export const claim = (kind: ClaimKind, now: Claimed, atMs: number, input: Record<string, unknown>): Claims => {
  const honest = { fromMs: atMs, elapsedS: now.elapsedS, counterHashes: now.hashes, factor: 1, leapMh: 0 };
  switch (kind) {
    case 'exchanged': {
      const elapsedS = Number(input['ranS'] ?? 1_728_000);
      return { ...honest, elapsedS, counterHashes: BigInt(elapsedS) * 74_000_000_000_000n };
    }
    case 'elapsed-restarts':
      return { ...honest, elapsedS: 0 };
    case 'device-clock':
      return { ...honest, elapsedS: now.elapsedS + Number(input['seconds'] ?? -86_400) };
    case 'counter-resets':
      return { ...honest, counterHashes: 0n };
    case 'counter-times':
      return { ...honest, factor: Number(input['factor'] ?? 2) };
    case 'counter-leaps':
      return { ...honest, leapMh: Number(input['mh'] ?? 60_000_000_000) };
  }
};
