import { describe, expect, it } from 'vitest';
import { createQueue, createTurns } from './turns.ts';

/** Work that ends when it is told to, and writes down when it began. */
const stage = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    begun.push(name);
    return new Promise((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)!() };
};
const settle = () => new Promise((resolve) => setImmediate(resolve));
const refuse = (): never => {
  throw new Error('full');
};

describe('turns', () => {
  it('run so many at once, the others in order, and refuse when the line is full', async () => {
    const { begun, work, end } = stage();
    const inTurn = createTurns({ atOnce: 2, longestLine: 1, refuse });
    const all = ['a', 'b', 'c'].map((name) => inTurn(work(name)));
    await expect(inTurn(work('d'))).rejects.toThrow('full');
    expect(begun).toEqual(['a', 'b']);
    end('a');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    end('b');
    end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('let who goes ahead stand in a line of its own, before all others', async () => {
    const { begun, work, end } = stage();
    const inTurn = createTurns({ atOnce: 1, longestLine: 1, refuse });
    const all = ['a', 'b'].map((name) => inTurn(work(name)));
    await expect(inTurn(work('c'))).rejects.toThrow('full');
    all.push(inTurn(work('known'), { ahead: true }));
    await expect(inTurn(work('d'), { ahead: true })).rejects.toThrow('full');
    for (const name of ['a', 'known', 'b']) {
      end(name);
      await settle();
    }
    expect(begun).toEqual(['a', 'known', 'b']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'known']);
  });

  it('give every fourth turn to those who wait behind, however many go ahead', async () => {
    const { begun, work, end } = stage();
    const inTurn = createTurns({ atOnce: 1, longestLine: 10, refuse });
    const all = ['first', 's1', 's2'].map((name) => inTurn(work(name)));
    const known = Array.from({ length: 7 }, (_, index) => `k${index + 1}`);
    all.push(...known.map((name) => inTurn(work(name), { ahead: true })));
    const order = ['first', 'k1', 'k2', 'k3', 's1', 'k4', 'k5', 'k6', 's2', 'k7'];
    for (const name of order) {
      await settle();
      end(name);
    }
    expect(begun).toEqual(order);
    await Promise.all(all);
  });

  it('run one after the other in a queue, however many wait', async () => {
    const { begun, work, end } = stage();
    const inTurn = createQueue();
    const names = Array.from({ length: 50 }, (_, index) => `${index}`);
    const all = names.map((name) => inTurn(work(name)));
    for (const [index, name] of names.entries()) {
      await settle();
      expect(begun).toEqual(names.slice(0, index + 1));
      end(name);
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  it('give the turn on when the work fails', async () => {
    const inTurn = createTurns({ atOnce: 1, longestLine: 5, refuse });
    const failed = inTurn(() => Promise.reject(new Error('broken')));
    const next = inTurn(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('let one subject stand in the common line once, however much it brings', async () => {
    const { begun, work, end } = stage();
    const inTurn = createTurns({ atOnce: 1, longestLine: 2, longestOwnLine: 2, refuse });
    const mine = ['m1', 'm2', 'm3'].map((name) => inTurn(work(name), { subject: 'me' }));
    await expect(inTurn(work('m4'), { subject: 'me' })).rejects.toThrow('full');
    const other = inTurn(work('o'), { subject: 'other' });
    await settle();
    expect(begun).toEqual(['m1']);
    end('m1');
    await settle();
    // The other one came after m2 and m3, and is not behind them.
    expect(begun).toEqual(['m1', 'o']);
    end('o');
    await settle();
    end('m2');
    await settle();
    end('m3');
    expect(await Promise.all([...mine, other])).toEqual(['m1', 'm2', 'm3', 'o']);
  });
});
