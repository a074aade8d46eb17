import { describe, expect, it } from 'vitest';
import { dropKeptPick, keepPick, leavesPickOpen, readKeptPick, type KeptPick } from './kept-pick.ts';

const kept: KeptPick = { packId: 'pack-1', index: 4, key: 'k'.repeat(32), commitment: 'c'.repeat(64), asked: 1 };

const shelfOf = (entries: Record<string, string> = {}) => {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  };
};

describe('a pick without an answer', () => {
  it('is found again after a reload, with its card, its key and the seal that was shown', () => {
    const shelf = shelfOf();
    keepPick(kept, shelf);
    expect(readKeptPick('pack-1', shelf)).toEqual(kept);
    expect(readKeptPick('pack-2', shelf)).toBeNull();
    dropKeptPick('pack-1', shelf);
    expect(readKeptPick('pack-1', shelf)).toBeNull();
  });

  it('is nothing where the storage holds nonsense or is closed', () => {
    expect(readKeptPick('pack-1', shelfOf({ 'minerx:blessing:pack-1': '{' }))).toBeNull();
    expect(readKeptPick('pack-1', shelfOf({ 'minerx:blessing:pack-1': '{"packId":"pack-1"}' }))).toBeNull();
    const closed = {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('closed');
      },
      removeItem: () => {
        throw new Error('closed');
      },
    };
    expect(() => keepPick(kept, closed)).not.toThrow();
    expect(() => dropKeptPick('pack-1', closed)).not.toThrow();
    expect(readKeptPick('pack-1', closed)).toBeNull();
  });
});

describe('a refused pick', () => {
  it('stays open when nobody may have decided it', () => {
    expect(leavesPickOpen({ code: 'timeout', isUncertain: true }, 1)).toBe(true);
    expect(leavesPickOpen({ code: 'err_internal', isUncertain: true }, 1)).toBe(true);
  });

  it('stays open when a gate turned away the question for an earlier one, and only then', () => {
    for (const code of ['err_too_many', 'err_session_ended', 'err_maintenance']) {
      expect(leavesPickOpen({ code, isUncertain: code === 'err_maintenance' }, 2)).toBe(true);
      expect(leavesPickOpen({ code, isUncertain: code === 'err_maintenance' }, 1)).toBe(false);
    }
  });

  it('is over when the pack was looked at', () => {
    for (const code of ['err_opened_pack', 'err_no_angpau_prize', 'err_not_found', 'err_price_stale'])
      expect(leavesPickOpen({ code, isUncertain: code === 'err_price_stale' }, 3)).toBe(false);
  });
});
