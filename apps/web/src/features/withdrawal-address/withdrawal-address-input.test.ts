import { NETWORK } from '@minerx/rules/network';
import { describe, expect, it } from 'vitest';
import {
  coinChosen,
  faultsOf,
  firstDraft,
  judge,
  placeChosen,
  tidyAddress,
  type Input,
} from './withdrawal-address-input.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER_EVM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const usableAt = '2026-11-21T12:00:00.000Z';
const saved = [
  { coin: 1, networkLabel: 'BEP20', address: EVM, usableAt },
  { coin: 10, networkLabel: 'Arbitrum One', address: OTHER_EVM, usableAt },
];
const input = (more: Partial<Input> = {}): Input => ({
  coin: 1,
  network: NETWORK.TRC20,
  address: TRON,
  pin: '246810',
  code: '123456',
  ...more,
});

describe('choosing coin and network', () => {
  it('fills the saved address of the pair, or clears the field', () => {
    expect(placeChosen({ coin: 1, network: NETWORK.BEP20 }, saved).address).toBe(EVM);
    expect(placeChosen({ coin: 1, network: NETWORK.TRC20 }, saved).address).toBe('');
    expect(coinChosen(10, saved)).toEqual({ coin: 10, network: NETWORK.ARBITRUM_ONE, address: OTHER_EVM });
    // The same network of another coin has an address of its own.
    expect(coinChosen(2, saved)).toEqual({ coin: 2, network: NETWORK.ARBITRUM_ONE, address: '' });
    expect(coinChosen(3, saved)).toEqual({ coin: 3, network: NETWORK.OMNI, address: '' });
  });

  it('takes the network that has a saved address first', () => {
    expect(coinChosen(1, saved).network).toBe(NETWORK.BEP20);
    expect(coinChosen(1, []).network).toBe(NETWORK.TRC20);
  });

  it('starts with what was typed before a reload, else with the first saved address, else empty', () => {
    const kept = { coin: 1, network: NETWORK.TRC20, address: 'TR7' };
    expect(firstDraft(kept, saved)).toEqual(kept);
    expect(firstDraft(null, saved)).toEqual({ coin: 1, network: NETWORK.BEP20, address: EVM });
    expect(firstDraft(null, [saved[1]!]).coin).toBe(10);
    expect(firstDraft(null, [])).toEqual({ coin: 1, network: NETWORK.TRC20, address: '' });
    for (const nonsense of [
      3,
      'x',
      {},
      { coin: 4, network: NETWORK.TRC20 },
      { coin: 1, network: NETWORK.OMNI, address: 1 },
    ])
      expect(firstDraft(nonsense, [])).toEqual({ coin: 1, network: NETWORK.TRC20, address: '' });
  });
});

describe('an address while it is typed', () => {
  it('may be pasted in groups', () => {
    expect(tidyAddress(' 0x 5aAe b605\n3F3E ')).toBe('0x5aAeb6053F3E');
  });

  it('is right, saved already, of another network, or wrong', () => {
    expect(judge(input(), saved)).toEqual({ kind: 'right', address: TRON });
    expect(judge(input({ network: NETWORK.BEP20, address: EVM.toLowerCase() }), saved)).toEqual({
      kind: 'same',
      address: EVM,
    });
    expect(judge(input({ address: OTHER_EVM }), saved)).toEqual({
      kind: 'elsewhere',
      network: NETWORK.BEP20,
      offered: true,
    });
    expect(judge(input({ coin: 3, network: NETWORK.OMNI, address: TRON }), saved)).toEqual({
      kind: 'elsewhere',
      network: NETWORK.TRC20,
      offered: false,
    });
    expect(judge(input({ address: TRON.slice(0, -1) }), saved)).toEqual({ kind: 'wrong' });
    expect(judge(input({ address: '' }), saved)).toEqual({ kind: 'empty' });
  });
});

describe('the form', () => {
  it('requires every field', () => {
    expect(faultsOf(input({ address: '', pin: '', code: '' }), saved)).toEqual({
      address: 'err_required',
      pin: 'err_required',
      code: 'err_required',
    });
    expect(faultsOf(input(), saved)).toEqual({});
  });

  it('wants six digits twice, and an address of the network that is not saved yet', () => {
    expect(faultsOf(input({ pin: '12345', code: '12' }), saved)).toEqual({
      pin: 'err_pin_rule',
      code: 'err_code_format',
    });
    expect(faultsOf(input({ address: EVM }), saved)).toEqual({ address: 'err_withdrawal_address' });
    expect(faultsOf(input({ network: NETWORK.BEP20, address: EVM }), saved)).toEqual({
      address: 'withdrawal-address.same',
    });
  });
});
