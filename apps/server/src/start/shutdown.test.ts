import { describe, expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

describe('stopping', () => {
  it('ends the parts in the reverse of their start, one after the other, once', async () => {
    const ended: string[] = [];
    const shutdown = createShutdown(() => undefined);
    for (const name of ['database', 'simulators', 'jobs', 'http']) {
      await shutdown.add(name, async () => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
        ended.push(name);
      });
    }
    await Promise.all([shutdown.run(), shutdown.run()]);
    expect(ended).toEqual(['http', 'jobs', 'simulators', 'database']);
  });

  it('goes on when a part fails to stop, and says so', async () => {
    const said: string[] = [];
    const ended: string[] = [];
    const shutdown = createShutdown((line) => said.push(line));
    await shutdown.add('database', async () => void ended.push('database'));
    await shutdown.add('http', () => Promise.reject(new Error('busy')));
    await shutdown.run();
    expect(ended).toEqual(['database']);
    expect(said).toEqual(['http did not stop cleanly: busy']);
  });

  it('leaves a part that never stops, and says so', async () => {
    const said: string[] = [];
    const ended: string[] = [];
    const shutdown = createShutdown((line) => said.push(line), 20);
    await shutdown.add('database', async () => void ended.push('database'));
    await shutdown.add('http', () => new Promise(() => undefined));
    await shutdown.run();
    expect(ended).toEqual(['database']);
    expect(said).toEqual(['http did not stop cleanly: it was given 0.02 s']);
  });

  it('stops a part that starts too late right away', async () => {
    const ended: string[] = [];
    const shutdown = createShutdown(() => undefined);
    await shutdown.run();
    await shutdown.add('simulators', async () => void ended.push('simulators'));
    expect(ended).toEqual(['simulators']);
  });
});
