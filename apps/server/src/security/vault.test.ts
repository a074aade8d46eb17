import { describe, expect, it } from 'vitest';
import { createVault } from './vault.ts';

const secret = 'a secret for tests only, 32 characters';

describe('the vault', () => {
  const content = Buffer.from('nine cards');

  it('gives back what was sealed, which looks different each time', () => {
    const vault = createVault(secret);
    const [first, second] = [vault.seal('deck:1', content), vault.seal('deck:1', content)];
    expect(vault.open('deck:1', first)).toEqual(content);
    expect(createVault(secret).open('deck:1', second)).toEqual(content);
    expect(first.equals(second)).toBe(false);
    expect(first.includes(content)).toBe(false);
  });

  it('opens nothing under another label or secret, nor what was changed', () => {
    const vault = createVault(secret);
    const sealed = vault.seal('deck:1', content);
    expect(() => vault.open('deck:2', sealed)).toThrow('deck:2 cannot be opened');
    expect(() => createVault(`${secret}!`).open('deck:1', sealed)).toThrow('cannot be opened');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => vault.open('deck:1', changed)).toThrow('cannot be opened');
    }
  });
});
