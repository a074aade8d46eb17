import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptPick } from './kept-pick.ts';

const openPack = vi.hoisted(() => vi.fn<(pick: KeptPick) => Promise<unknown>>());
vi.mock('./blessing.api.ts', () => ({ openPack }));
vi.mock('../../i18n/texts.ts', () => ({}));

const { Refusal } = await import('../../base/refusal.ts');
const { sendPick } = await import('./send-pick.ts');

const first: KeptPick = { packId: 'pack-1', index: 4, key: 'key-1', commitment: 'seal', asked: 0 };
const lost = () => new Refusal({ code: 'timeout', message: '', status: 0 });
const refused = (code: string, status: number) => new Refusal({ code, message: '', status });

const shelf = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  shelf.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, value: string) => void shelf.set(name, value),
    removeItem: (name: string) => void shelf.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  openPack.mockReset();
});

const send = async () => {
  const onLost = vi.fn<() => void>();
  const sent = sendPick(first, onLost);
  await vi.runAllTimersAsync();
  return { outcome: await sent, onLost };
};

describe('sending a pick', () => {
  it('asks again under the same key for the same card until the true prize is there', async () => {
    const opened = { cards: [], pick: {} };
    openPack.mockRejectedValueOnce(lost()).mockRejectedValueOnce(lost()).mockResolvedValueOnce(opened);
    const { outcome, onLost } = await send();
    expect(outcome).toEqual({ opened });
    expect(openPack.mock.calls.map(([{ key, index }]) => [key, index])).toEqual([
      ['key-1', 4],
      ['key-1', 4],
      ['key-1', 4],
    ]);
    expect(onLost).toHaveBeenCalledTimes(2);
    expect(shelf.size).toBe(0);
  });

  it('keeps the pick when nobody answers three times', async () => {
    openPack.mockImplementation(() => {
      // It was kept before it went out.
      expect(shelf.size).toBe(1);
      return Promise.reject(lost());
    });
    const { outcome } = await send();
    expect(openPack).toHaveBeenCalledTimes(3);
    expect(outcome).toMatchObject({ kept: { key: 'key-1', index: 4, asked: 3 } });
    expect(shelf.size).toBe(1);
  });

  it('takes a refusal for an answer', async () => {
    openPack.mockRejectedValueOnce(refused('err_opened_pack', 409));
    const { outcome } = await send();
    expect(openPack).toHaveBeenCalledTimes(1);
    expect(outcome).toMatchObject({ refusal: { code: 'err_opened_pack' }, kept: null });
    expect(shelf.size).toBe(0);
  });

  it('does not forget a lost pick because its session ended meanwhile', async () => {
    openPack.mockRejectedValueOnce(lost()).mockRejectedValueOnce(refused('err_session_ended', 401));
    const { outcome } = await send();
    expect(outcome).toMatchObject({ kept: { key: 'key-1' } });
    expect(shelf.size).toBe(1);
  });
});
