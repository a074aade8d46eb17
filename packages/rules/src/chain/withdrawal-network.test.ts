import { describe, expect, it } from 'vitest';
import { NETWORK, networkLabel } from './network.ts';
import { WALLETS } from '../wallet/wallet.ts';
import {
  ADDRESS_HOLD_HOURS,
  findNetworkOf,
  holdHours,
  isNetworkOf,
  looksAlike,
  networksOf,
  networksTaking,
  readAddress,
  usableFrom,
  WITHDRAWABLE_WALLETS,
} from './withdrawal-network.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const SCRIPT = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';

describe('the networks of a coin', () => {
  // proves 5: networks per coin: USDT, BTC, wallet types 2 and 10
  it('USDT goes by TRC20 and BEP20, BTC by OMNI, wallet types 2 and 10 by Arbitrum One', () => {
    expect(networksOf(1)).toEqual([NETWORK.TRC20, NETWORK.BEP20]);
    expect(networksOf(3)).toEqual([NETWORK.OMNI]);
    expect(networksOf(2)).toEqual([NETWORK.ARBITRUM_ONE]);
    expect(networksOf(10)).toEqual([NETWORK.ARBITRUM_ONE]);
  });

  it('no other wallet can be withdrawn', () => {
    const others = WALLETS.filter(({ id }) => !WITHDRAWABLE_WALLETS.includes(id));
    expect(others.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['CW', 'RW', 'AOGP', 'GBPT', 'RSP', 'NFTC', 'LOCK']),
    );
    for (const { id } of others) expect(networksOf(id)).toEqual([]);
    for (const id of WITHDRAWABLE_WALLETS) expect(networksOf(id).length).toBeGreaterThan(0);
    for (const id of [0, -1, WALLETS.length + 1, 1.5, NaN]) expect(networksOf(id)).toEqual([]);
    expect([isNetworkOf(1, NETWORK.TRC20), isNetworkOf(1, NETWORK.OMNI), isNetworkOf(1, 9)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([
      findNetworkOf(1, 'TRC20'),
      findNetworkOf(1, 'OMNI'),
      findNetworkOf(1, 'trc20'),
      findNetworkOf(4, 'TRC20'),
    ]).toEqual([NETWORK.TRC20, null, null, null]);
  });
});

describe('a withdrawal address', () => {
  it('of Bitcoin and TRON holds a hash of twenty bytes: one with a right checksum over more or fewer is none', () => {
    const read = (text: string) => [readAddress(NETWORK.OMNI, text), readAddress(NETWORK.TRC20, text)];
    // Version bytes 0, 5 and 0x41, each over 20, 19 and 21 bytes.
    expect(read('1eA9ctCNq41iLLnQErtTUVdxpRyZ9hZmW')[0]).not.toBeNull();
    expect(read('32LB5ANdvjNPoW3DXLXUt6ra7Lih9WeBJN')[0]).not.toBeNull();
    expect(read('TAcN9gFvXZAxsWQQzWWbydBmscBHnEi5nZ')[1]).not.toBeNull();
    for (const text of [
      '19RGzyTbQ82XD5wEsifPmHunGjQEUjk5',
      '13q1P3NyDM6J9SNKPaBC7rMQ9NMEabXocoX',
      'TaoEdZYUacfFAJGXSGWszy6EfuVSxMW9',
      '9vsdTNNVzA1ReFAnGuBY4Yqo8z31zY9Q6Uc',
      '6vqLkCcZ4kYFvarFxArkiq5FhU169KSiL',
      '2zVR6MJGsFrzybvnLtqFfNviZ4NGQxX3nmWa',
    ])
      expect([text, ...read(text)]).toEqual([text, null, null]);
  });

  it.each([
    [TRON, ['TRC20']],
    ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', ['TRC20']],
    [EVM, ['BEP20', 'Arbitrum One']],
    [EVM.toLowerCase(), ['BEP20', 'Arbitrum One']],
    [LEGACY, ['OMNI']],
    [SCRIPT, ['OMNI']],
    [SEGWIT, ['OMNI']],
    [SEGWIT.toUpperCase(), ['OMNI']],
    [TAPROOT, ['OMNI']],
  ])('%s belongs to %s and to no other network', (address, networks) => {
    expect(networksTaking(address).map(networkLabel)).toEqual(networks);
    expect(networksTaking(` ${address}\n`).map(networkLabel)).toEqual(networks);
  });

  it('has one spelling on each network', () => {
    expect(readAddress(NETWORK.BEP20, EVM.toLowerCase())).toBe(EVM);
    expect(readAddress(NETWORK.ARBITRUM_ONE, ` ${EVM} `)).toBe(EVM);
    expect(readAddress(NETWORK.OMNI, SEGWIT.toUpperCase())).toBe(SEGWIT);
    expect(readAddress(NETWORK.TRC20, ` ${TRON}`)).toBe(TRON);
  });

  it.each([
    ['a letter of a checksum is wrong', EVM.replace('aAeb', 'aaeb')],
    ['a letter of TRC20 is wrong', TRON.replace('NHq', 'NHr')],
    ['Bitcoin is of a test network', 'mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs'],
    ['Bitcoin is of a test network', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
    ['its witness version is not in use yet', 'BC1SW50QGDZ25J'],
    ['its witness version is not in use yet', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['Taproot with another length', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    ['nobody holds it', `0x${'0'.repeat(40)}`],
    ['nobody holds it', '1111111111111111111114oLvT2'],
    ['nobody holds it', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['there is a space inside', EVM.replace('F3E9', 'F3 E9')],
    ['it is a private key', '5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe6E3AgLr'],
    ['it is nothing', ''],
    ['it is far too long', 'T'.repeat(1_000_000)],
  ])('is none when %s: %.80s', (_, text) => {
    expect(networksTaking(text)).toEqual([]);
  });

  it('can be used 24 hours after it was saved, or whatever the operator sets', () => {
    const saved = Date.parse('2026-11-20T12:00:00Z');
    expect(new Date(usableFrom(saved, ADDRESS_HOLD_HOURS)).toISOString()).toBe('2026-11-21T12:00:00.000Z');
    expect(usableFrom(saved, 0)).toBe(saved);
    expect([48, 0, 1.5].map(holdHours)).toEqual([48, 0, 1.5]);
    for (const setting of [undefined, null, '48', -1, NaN, Infinity]) expect(holdHours(setting)).toBe(24);
  });

  it('looks like another one that begins and ends as it does', () => {
    const other = `${EVM.slice(0, 6)}${'1'.repeat(32)}${EVM.slice(-4)}`;
    expect([looksAlike(EVM, other), looksAlike(EVM.toLowerCase(), other)]).toEqual([true, true]);
    for (const [one, two] of [
      [EVM, EVM],
      [EVM, EVM.toLowerCase()],
      [EVM, `${EVM.slice(0, 6)}${'1'.repeat(36)}`],
      [TRON, LEGACY],
    ] as const)
      expect(looksAlike(one, two)).toBe(false);
  });

  it('has a reader for every network', () => {
    for (const network of [NETWORK.TRC20, NETWORK.BEP20, NETWORK.OMNI, NETWORK.ARBITRUM_ONE] as const)
      expect(readAddress(network, 'nothing')).toBe(null);
  });
});
