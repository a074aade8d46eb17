import { describe, expect, it } from 'vitest';
import type { DeviceRow } from '../../modules/device/device.query.ts';
import type { PollFailureReason, PollResult } from '../../outside/hashrate/port.ts';
import { createFleet, type Fleet } from './collector-fleet.ts';

const START = Date.UTC(2026, 10, 20, 10, 0, 0);
const INTERVAL_MS = 10_000;

const device = (id: number, host: string, site: string | null = null): DeviceRow => ({
  id,
  serial: `S${id}`,
  host,
  port: 4028,
  simulated: true,
  ratedThs: 76,
  site,
});

const answered = (id: number, atS: number): PollResult => ({
  ok: true,
  sample: {
    serial: `S${id}`,
    sourceId: 'x',
    at: START + atS * 1000 + id,
    instantThs: 76,
    counterHashes: BigInt(1000 + atS) * 76_000_000_000_000n,
    counterAttested: true,
    elapsedS: 1000 + atS,
    epochId: 'run',
    accepted: 0,
    rejected: 0,
    lastShareAt: null,
    repairs: [],
    simulated: true,
  },
});

const failed = (id: number, atS: number, reason: PollFailureReason = 'refused'): PollResult => ({
  ok: false,
  serial: `S${id}`,
  at: START + atS * 1000 + id,
  reason,
  detail: '',
});

const secondsOf = (fleet: Fleet): Map<number, { downS: number; blindS: number; coveredS: number }> => {
  const sums = new Map<number, { downS: number; blindS: number; coveredS: number }>();
  for (const { deviceId, downS, blindS, coveredS } of fleet.batch().minutes) {
    const sum = sums.get(deviceId) ?? { downS: 0, blindS: 0, coveredS: 0 };
    sums.set(deviceId, { downS: sum.downS + downS, blindS: sum.blindS + blindS, coveredS: sum.coveredS + coveredS });
  }
  return sums;
};

describe('a site that is gone', () => {
  const four = [1, 2, 3, 4];
  const begin = (devices: DeviceRow[]): Fleet => {
    const fleet = createFleet(INTERVAL_MS);
    fleet.adopt(devices);
    for (const { id } of devices) fleet.take(answered(id, 0));
    return fleet;
  };

  it('is not seen when half of its devices fail at once, and those that failed first are taken back', () => {
    const fleet = begin(four.map((id) => device(id, `10.0.0.${id}`)));
    for (const atS of [10, 20, 30]) for (const id of four) fleet.take(failed(id, atS));
    for (const sum of secondsOf(fleet).values()) expect(sum).toEqual({ downS: 0, blindS: 30, coveredS: 0 });
  });

  it('does not excuse a device that was down long before', () => {
    const fleet = begin(four.map((id) => device(id, `10.0.0.${id}`)));
    for (let atS = 10; atS <= 100; atS += 10) {
      fleet.take(failed(1, atS));
      for (const id of [2, 3, 4]) fleet.take(answered(id, atS));
    }
    for (const atS of [110, 120]) for (const id of four) fleet.take(failed(id, atS));
    const seconds = secondsOf(fleet);
    expect(seconds.get(1)).toEqual({ downS: 70, blindS: 50, coveredS: 0 });
    expect(seconds.get(2)).toEqual({ downS: 0, blindS: 20, coveredS: 100 });
  });

  it('is another than the next: one device that refuses us is down', () => {
    const fleet = begin([
      ...four.map((id) => device(id, `10.0.0.${id}`)),
      device(5, '10.0.1.1'),
      device(6, '10.0.1.2', 'hall'),
    ]);
    for (const atS of [10, 20]) {
      for (const id of four) fleet.take(failed(id, atS));
      for (const id of [5, 6]) fleet.take(failed(id, atS));
    }
    const seconds = secondsOf(fleet);
    expect(seconds.get(1)).toMatchObject({ downS: 0, blindS: 20 });
    expect(seconds.get(5)).toMatchObject({ downS: 10, blindS: 10 });
    expect(seconds.get(6)).toMatchObject({ downS: 10, blindS: 10 });
  });

  it('is filled when its counters tell', () => {
    const fleet = begin(four.map((id) => device(id, `10.0.0.${id}`)));
    for (let atS = 10; atS < 600; atS += 10) for (const id of four) fleet.take(failed(id, atS, 'timeout'));
    for (const id of four) fleet.take(answered(id, 600));
    for (const sum of secondsOf(fleet).values()) expect(sum).toEqual({ downS: 0, blindS: 0, coveredS: 600 });
  });

  it('is one half of whose devices fail, not less', () => {
    const fleet = begin(four.map((id) => device(id, `10.0.0.${id}`)));
    for (const atS of [10, 20]) {
      for (const id of [1, 2]) fleet.take(failed(id, atS));
      for (const id of [3, 4]) fleet.take(answered(id, atS));
    }
    expect(secondsOf(fleet).get(1)).toMatchObject({ downS: 0, blindS: 20 });
    // One of them answers again: what the other refuses from then on is its own, but not what nobody saw before.
    fleet.take(answered(2, 30));
    for (const atS of [30, 40]) fleet.take(failed(1, atS));
    expect(secondsOf(fleet).get(1)).toMatchObject({ downS: 10, blindS: 10 });
  });

  it('takes nothing back of what another site’s devices were called', () => {
    const fleet = begin([...four.map((id) => device(id, `10.0.0.${id}`)), device(5, '10.0.1.1')]);
    for (const atS of [10, 20, 30]) fleet.take(failed(5, atS));
    for (const id of four) fleet.take(failed(id, 30));
    expect(secondsOf(fleet).get(5)).toMatchObject({ downS: 20, blindS: 10 });
  });

  it('that is back when a device is polled again leaves that stretch unseen', () => {
    const fleet = begin(four.map((id) => device(id, `10.0.0.${id}`)));
    for (const atS of [10, 20]) fleet.take(failed(1, atS));
    fleet.take(failed(2, 20));
    fleet.take(answered(2, 30));
    fleet.take(failed(1, 30));
    expect(secondsOf(fleet).get(1)).toMatchObject({ downS: 0, blindS: 30 });
  });

  it('is filled when the counters tell, also where a device was called down before', () => {
    const fleet = begin(four.map((id) => device(id, `10.0.0.${id}`)));
    for (let atS = 10; atS <= 100; atS += 10) fleet.take(failed(1, atS));
    for (const id of four) fleet.take(failed(id, 110));
    fleet.take(answered(1, 120));
    expect(secondsOf(fleet).get(1)).toEqual({ downS: 0, blindS: 0, coveredS: 120 });
  });

  it('is counted by the devices that are there now: those out of service and those moved away are not', () => {
    const hall = (ids: number[], site: string) => ids.map((id) => device(id, `10.0.0.${id}`, site));
    const fleet = begin([...hall([1, 2, 3, 4], 'a'), ...hall([5, 6, 7], 'b')]);
    for (const id of [1, 2, 3]) fleet.take(failed(id, 10));
    fleet.adopt([...hall([4], 'a'), ...hall([5, 6, 7], 'b')]);
    for (const atS of [10, 20]) fleet.take(failed(4, atS));
    expect(secondsOf(fleet).get(4)).toMatchObject({ downS: 10, blindS: 10 });
    // Device 4 takes its failure along: with another one it is half of the new hall.
    fleet.adopt(hall([4, 5, 6, 7], 'b'));
    for (const atS of [30, 40]) for (const id of [4, 5]) fleet.take(failed(id, atS));
    expect(secondsOf(fleet).get(5)).toMatchObject({ downS: 0, blindS: 40 });
  });

  it('is not the hall that a device was moved out of', () => {
    const fleet = begin(four.map((id) => device(id, `10.0.0.${id}`, 'a')));
    fleet.adopt(four.map((id) => device(id, `10.0.0.${id}`, id < 3 ? 'b' : 'a')));
    for (const atS of [10, 20]) for (const id of [1, 2]) fleet.take(failed(id, atS));
    expect(secondsOf(fleet).get(1)).toMatchObject({ downS: 10, blindS: 10 });
  });
});
