import { describe, expect, it } from 'vitest';
import { findNetwork, NETWORK, networkById, networkLabel, NETWORKS } from './network.ts';

describe('networks', () => {
  it('have ids that stay, and the labels of the specification', () => {
    expect(NETWORKS.map(({ id, label, family }) => [id, label, family])).toEqual([
      [1, 'TRC20', 'tron'],
      [2, 'BEP20', 'evm'],
      [3, 'OMNI', 'bitcoin'],
      [4, 'Arbitrum One', 'evm'],
      [5, 'BEP721', 'evm'],
    ]);
    expect(Object.values(NETWORK)).toEqual(NETWORKS.map(({ id }) => id));
  });

  it('are found by their label, as it is written', () => {
    for (const network of NETWORKS) {
      expect(findNetwork(networkLabel(network.id))).toBe(networkById(network.id));
    }
    for (const text of ['', 'bep20', ' BEP20', '2', 'toString', '__proto__']) expect(findNetwork(text)).toBe(null);
  });
});
