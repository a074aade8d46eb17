import { describe, expect, it } from 'vitest';
import { mayMove } from './booster-video.tsx';

describe('the stage of the X2 page', () => {
  it('moves for those who said nothing', () => {
    expect(mayMove(false, undefined)).toBe(true);
    expect(mayMove(false, { saveData: false })).toBe(true);
  });

  it('stands still for those who asked for less motion, or to save data', () => {
    expect(mayMove(true, undefined)).toBe(false);
    expect(mayMove(false, { saveData: true })).toBe(false);
  });
});
