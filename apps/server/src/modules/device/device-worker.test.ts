import { describe, expect, it } from 'vitest';
import { sortOutWorkers, type NamedDevice } from './device-worker.ts';

const device = (id: number, serial: string, poolWorker: string | null = null, isRetired = false): NamedDevice => ({
  id,
  serial,
  poolWorker,
  isRetired,
});
const worker = (name: string, state: 'alive' | 'off' | 'disabled' = 'alive', hashrate24h = 0) => ({
  name,
  state,
  hashrate24h,
});
const found = (workers: Parameters<typeof sortOutWorkers>[0], devices: readonly NamedDevice[]) => {
  const { ofDevice, unclear } = sortOutWorkers(workers, devices);
  return { of: Object.fromEntries([...ofDevice].map(([id, { name }]) => [id, name])), unclear };
};

describe('whose worker it is', () => {
  it('says the whole name that a device tells, whatever others end alike', () => {
    const halls = [worker('acct.hallA.1'), worker('acct.hallB.1')];
    expect(found(halls, [device(1, 'S1', 'acct.hallA.1'), device(2, 'S2', 'acct.hallB.1')])).toEqual({
      of: { 1: 'acct.hallA.1', 2: 'acct.hallB.1' },
      unclear: [],
    });
    // The other worker is nobody's of ours, or of one that says nothing: nobody knows.
    expect(found(halls, [device(2, 'S2', 'acct.hallB.1')])).toEqual({ of: { 2: 'acct.hallB.1' }, unclear: [] });
    expect(found(halls, [device(1, '1'), device(2, 'S2', 'acct.hallB.1')])).toEqual({
      of: { 2: 'acct.hallB.1' },
      unclear: [{ workers: ['acct.hallA.1', 'acct.hallB.1'], serials: ['1', 'S2'] }],
    });
  });

  it('says the last part of it, or our serial, where one worker and one device have it', () => {
    const names = [worker('acct.farm.X1-1'), worker('acct.farm.X1-2'), worker('acct.farm.X1-9')];
    expect(found(names, [device(1, 'X1-1'), device(2, 'S2', 'acct.X1-2')])).toEqual({
      of: { 1: 'acct.farm.X1-1', 2: 'acct.farm.X1-2' },
      unclear: [],
    });
  });

  it('says nobody where two devices or two workers end alike, and who they are', () => {
    expect(found([worker('acct.farm.X1-7')], [device(1, 'S1', 'acct.X1-7'), device(7, 'X1-7')])).toEqual({
      of: {},
      unclear: [{ workers: ['acct.farm.X1-7'], serials: ['S1', 'X1-7'] }],
    });
    expect(found([worker('acct.hallA.1'), worker('acct.hallB.1')], [device(1, '1')])).toEqual({
      of: {},
      unclear: [{ workers: ['acct.hallA.1', 'acct.hallB.1'], serials: ['1'] }],
    });
    // The name that it tells is its own; the other device has none.
    expect(found([worker('acct.X1-7')], [device(1, 'S1', 'acct.X1-7'), device(7, 'X1-7')])).toEqual({
      of: { 1: 'acct.X1-7' },
      unclear: [],
    });
  });

  it('says nobody where a machine was renamed within the day: each worker has a part of it', () => {
    const told = [device(1, 'S1', 'acct.new.1')];
    for (const state of ['off', 'disabled'] as const) {
      const renamed = [worker('acct.old.1', state, 5), worker('acct.new.1', 'alive', 5)];
      const unclear = [{ workers: ['acct.old.1', 'acct.new.1'], serials: ['S1'] }];
      expect(found(renamed, told)).toEqual({ of: {}, unclear });
    }
    // Both go on: the other is a machine of somebody else's. What stopped before the day has no part of it.
    const of = { 1: 'acct.new.1' };
    const goes = worker('acct.new.1', 'alive', 5);
    expect(found([worker('acct.old.1', 'alive', 5), goes], told)).toEqual({ of, unclear: [] });
    expect(found([worker('acct.old.1', 'off', 0), goes], told)).toEqual({ of, unclear: [] });
    // It stopped, and another device says so; or there is but one, which stands still.
    const two = [...told, device(2, 'S2', 'acct.old.1', true)];
    expect(found([worker('acct.old.1', 'off', 5), goes], two)).toEqual({ of, unclear: [] });
    expect(found([worker('acct.farm.1', 'off', 5)], [device(1, '1')]).of).toEqual({ 1: 'acct.farm.1' });
  });

  it('says one device of two that tell the same name: the first that is in service', () => {
    const same = [1, 2, 3].map((id) => device(id, `S${id}`, 'acct.one', id === 1));
    expect(found([worker('acct.one')], same)).toEqual({ of: { 2: 'acct.one' }, unclear: [] });
  });

  it('looks at what is retired or disabled only where nothing else ends alike', () => {
    const [old, now] = [worker('acct.X1-1', 'disabled'), worker('acct.farm.X1-1')];
    expect(found([old, now], [device(1, 'X1-1')])).toEqual({ of: { 1: 'acct.farm.X1-1' }, unclear: [] });
    expect(found([old], [device(1, 'X1-1')])).toEqual({ of: { 1: 'acct.X1-1' }, unclear: [] });
    expect(found([now], [device(1, 'X1-1', null, true), device(2, 'S2', 'a.X1-1')])).toEqual({
      of: { 2: 'acct.farm.X1-1' },
      unclear: [],
    });
    expect(found([now], [device(1, 'X1-1', null, true)])).toEqual({ of: { 1: 'acct.farm.X1-1' }, unclear: [] });
  });
});
