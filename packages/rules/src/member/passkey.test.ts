import { expect, it } from 'vitest';
import { canAddPasskey } from './passkey.ts';

it('lets a member have ten passkeys', () => {
  expect([0, 9, 10, 11].map(canAddPasskey)).toEqual([true, true, false, false]);
});
