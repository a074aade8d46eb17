import { afterEach, expect, it, vi } from 'vitest';

function full(): never {
  throw new DOMException('full', 'QuotaExceededError');
}

afterEach(() => vi.unstubAllGlobals());

it('keeps in the page what the storage does not take, and reads nonsense as nothing', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: full,
    removeItem: (name: string) => void kept.delete(name),
  });
  const { tabStorage } = await import('./tab-storage.ts');
  tabStorage.write('intent:a', { key: 'k' });
  expect(tabStorage.read('intent:a')).toEqual({ key: 'k' });
  tabStorage.drop('intent:a');
  expect(tabStorage.read('intent:a')).toBeNull();
  kept.set('minerx:intent:b', '{oops');
  expect(tabStorage.read('intent:b')).toBeNull();
});

it('works where there is no storage at all', async () => {
  vi.stubGlobal('sessionStorage', { getItem: full, setItem: full, removeItem: full });
  const { tabStorage } = await import('./tab-storage.ts');
  tabStorage.write('draft:c', 'text');
  expect(tabStorage.read('draft:c')).toBe('text');
  expect(() => tabStorage.drop('draft:c')).not.toThrow();
  expect(tabStorage.read('draft:c')).toBeNull();
});
