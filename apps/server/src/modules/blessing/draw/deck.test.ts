import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault } from '../../../security/vault.ts';
import { openDaySeed, openDeck, sealDaySeed, sealDeck, utcDay, type DeckContent } from './deck.ts';

const vault = createVault('a secret for tests only, 32 characters');

describe('what is sealed of a draw', () => {
  it('is a seed that opens as that of its own day alone', () => {
    const today = utcDay(Date.parse('2026-11-20T23:59:59Z'));
    const { privateKey } = generateKeyPairSync('ed25519');
    const seed = Buffer.alloc(32, 7);
    const sealed = sealDaySeed(vault, today, seed, privateKey.export({ format: 'der', type: 'pkcs8' }));
    expect(openDaySeed(vault, today, sealed).seed).toEqual(seed);
    expect(() => openDaySeed(vault, '2026-11-21', sealed)).toThrow('cannot be opened');
  });

  it('is a deck that opens as that of its own pack alone', () => {
    const content: DeckContent = { text: 'a deck', salt: Buffer.alloc(32), signature: null, cards: [] };
    const sealed = sealDeck(vault, 'pack-1', content);
    expect(() => openDeck(vault, 'pack-2', sealed)).toThrow('cannot be opened');
  });
});
