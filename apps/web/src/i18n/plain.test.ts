import { expect, it } from 'vitest';
import { plain } from './plain.ts';

it('leaves of a text what is read', () => {
  expect(plain('ส\u2060ิน\u2060ทรัพย์ · Warte\u00adliste')).toBe('สินทรัพย์ · Warteliste');
});
