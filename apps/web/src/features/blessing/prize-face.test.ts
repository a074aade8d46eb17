import { unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import type { Translate } from '../../i18n/texts.ts';
import { prizePicture, prizeShort, prizeText } from './prize-face.ts';

const t: Translate = (key, values) => `${key}${values ? ` ${Object.values(values).join()}` : ''}`;
const fileOf = (name: string, dollars: string) =>
  prizePicture(name, unitsOf(dollars))
    .replace(/^.*\//, '')
    .replace(/\.svg.*$/, '');

describe('the picture of a prize', () => {
  it('follows the word in its name', () => {
    expect(fileOf('RW', '28')).toBe('rw');
    expect(fileOf('CW', '8888')).toBe('cw');
    expect(fileOf('BTC', '88')).toBe('btc');
    expect(fileOf('Phuket', '888')).toBe('phuket');
    expect(fileOf('Dubai', '2888')).toBe('dubai');
  });

  it('is one of three for a package: up to 1,000, below 10,000, and above', () => {
    expect(fileOf('Miner X Package', '100')).toBe('miner-1');
    expect(fileOf('Miner X Package', '1000')).toBe('miner-1');
    expect(fileOf('Miner X Package', '1000.00000001')).toBe('miner-2');
    expect(fileOf('Builder Package', '5000')).toBe('miner-2');
    expect(fileOf('Builder Package', '9999.99')).toBe('miner-2');
    expect(fileOf('Cryptopreneur Package', '10000')).toBe('miner-3');
  });
});

describe('the name of a prize', () => {
  it('is translated for places and packages, and left alone for wallets', () => {
    expect(prizeText(t, 'Dubai')).toBe('blessing.prize.dubai');
    expect(prizeText(t, 'Miner X Package')).toBe('blessing.prize.package Miner X');
    expect(prizeText(t, 'BTC')).toBe('BTC');
    expect(prizeShort(t, 'Cryptopreneur Package')).toBe('Cryptopreneur');
    expect(prizeShort(t, 'Phuket')).toBe('blessing.prize.phuket');
  });
});
