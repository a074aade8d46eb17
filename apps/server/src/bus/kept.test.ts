import { describe, expect, it, vi } from 'vitest';
import { createLocalBus } from './bus.ts';
import { keep } from './kept.ts';

describe('a kept value', () => {
  it('is read once for everybody, and again when the bus tells of a change', async () => {
    const bus = createLocalBus();
    let price = 1;
    const load = vi.fn(async () => price);
    const kept = keep(load, bus, ['settings_changed']);
    expect(await Promise.all([kept.get(), kept.get(), kept.get()])).toEqual([1, 1, 1]);
    expect(load).toHaveBeenCalledTimes(1);
    price = 2;
    bus.publish('settings_changed', { key: 'wallet_type' });
    expect(await kept.get()).toBe(2);
    kept.close();
    bus.publish('settings_changed', { key: 'wallet_type' });
    await kept.get();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is not what was being read while it changed', async () => {
    const bus = createLocalBus();
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let asked = 0;
    const kept = keep(() => answers[asked++]!.promise, bus, ['settings_changed']);
    const early = kept.get();
    bus.publish('settings_changed', { key: 'x' });
    const late = kept.get();
    answers[1]!.resolve('new');
    answers[0]!.resolve('old');
    expect([await early, await late, await kept.get()]).toEqual(['old', 'new', 'new']);
  });

  it('does not keep a failure', async () => {
    let fails = true;
    const kept = keep(async () => (fails ? Promise.reject(new Error('gone')) : 'here'), createLocalBus(), []);
    await expect(kept.get()).rejects.toThrow('gone');
    fails = false;
    expect(await kept.get()).toBe('here');
  });

  it('grows old in a second, in case a message was lost', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const load = vi.fn(async () => 'x');
      const kept = keep(load, createLocalBus(), []);
      await kept.get();
      vi.advanceTimersByTime(999);
      await kept.get();
      expect(load).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(1);
      await kept.get();
      expect(load).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
