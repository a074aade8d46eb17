import { expect, it } from 'vitest';
import { keep, leavesOpen, readDraft, readKept, writeDraft } from './kept-stake.ts';

const shelf = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
};

it('a stake without an answer is found again after a reload, until it is let go', () => {
  const storage = shelf();
  const sent = { key: 'k', wish: { typeId: 1, amount: '2', amount2: '500' }, asked: 1 };
  keep(sent, storage);
  expect(readKept(storage)).toEqual(sent);
  keep(null, storage);
  expect(readKept(storage)).toBeNull();
});

it('what is typed survives a reload, and what cannot be read is nothing', () => {
  const storage = shelf();
  expect(readDraft(storage)).toEqual({ typeId: 0, amount: '' });
  writeDraft({ typeId: 2, amount: '1,5' }, storage);
  expect(readDraft(storage)).toEqual({ typeId: 2, amount: '1,5' });
  storage.setItem('minerx:stake', '{');
  storage.setItem('minerx:draft:stake', '{"typeId":"x"}');
  expect([readKept(storage), readDraft(storage)]).toEqual([null, { typeId: 0, amount: '' }]);
});

it('a lost answer leaves open what became of it, and a wrong PIN afterwards does too', () => {
  expect(leavesOpen({ code: 'offline', isUncertain: true }, 1)).toBe(true);
  expect(leavesOpen({ code: 'err_pin_wrong', isUncertain: false }, 1)).toBe(false);
  expect(leavesOpen({ code: 'err_pin_wrong', isUncertain: false }, 2)).toBe(true);
  expect(leavesOpen({ code: 'err_maintenance', isUncertain: true }, 1)).toBe(false);
  expect(leavesOpen({ code: 'err_insufficient_balance', isUncertain: false }, 3)).toBe(false);
});
