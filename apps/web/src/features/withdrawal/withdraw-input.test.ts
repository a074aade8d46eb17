import { unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import {
  amountFault,
  coinsOf,
  decimalsOf,
  faultsOf,
  lessOf,
  mostOf,
  optionFor,
  optionOfCoin,
  sumsOf,
} from './withdraw-input.ts';
import type { WithdrawalOption } from './withdrawal.api.ts';

const option = (more: Partial<WithdrawalOption> = {}): WithdrawalOption => ({
  wallet_type: 1,
  network: 'TRC20',
  decimals: 6,
  fee: '1',
  minimum: '10',
  daily_limit: '100',
  limit_left: '60',
  address: null,
  address_usable_date: null,
  two_operators_above: '50',
  review_hours: 24,
  obstacle: 'err_address_not_saved',
  obstacle_until: null,
  ...more,
});
const saved = option({ network: 'BEP20', decimals: 8, address: '0x1', obstacle: null });
const options = [option(), saved, option({ wallet_type: 3, network: 'OMNI' })];

describe('choosing coin and network', () => {
  it('takes the network that has an address, else the first', () => {
    expect(coinsOf(options)).toEqual([1, 3]);
    expect(optionOfCoin(options, 1)).toBe(saved);
    expect(optionOfCoin(options, 3)?.network).toBe('OMNI');
    expect(optionFor(options, { coin: 1, network: 'TRC20' })?.network).toBe('TRC20');
    expect(optionFor(options, { coin: 9, network: 'x' })).toBe(options[0]);
  });
});

describe('an amount', () => {
  it('is none with more decimals than its network takes', () => {
    expect(amountFault(option(), '20.1234567', unitsOf('100'))).toBe('err_amount');
    expect(amountFault(saved, '20.1234567', unitsOf('100'))).toBeUndefined();
  });

  it('arrives whole; the fee comes on top', () => {
    expect(sumsOf(saved, '20,5', unitsOf('100'))).toEqual({
      amountUnits: unitsOf('20.5'),
      feeUnits: unitsOf('1'),
      takenUnits: unitsOf('21.5'),
      isPossible: true,
    });
  });

  it('is judged as the server judges it', () => {
    const fault = (text: string, balance = '1000') => amountFault(saved, text, unitsOf(balance));
    expect([
      fault(''),
      fault('x'),
      fault('0'),
      fault('9.99'),
      fault('60.01'),
      fault('20', '20.99'),
      fault('20', '21'),
    ]).toEqual([
      'err_required',
      'err_amount',
      'err_withdrawal_minimum',
      'err_withdrawal_minimum',
      'err_withdrawal_limit',
      'err_insufficient_balance',
      undefined,
    ]);
  });

  it('can be the most that wallet, fee and limit allow, in the token’s decimals', () => {
    expect(mostOf(saved, unitsOf('1000'))).toBe(unitsOf('60'));
    expect(mostOf(option(), unitsOf('31.12345678'))).toBe(unitsOf('30.123456'));
    expect(mostOf(saved, unitsOf('0.5'))).toBe(0n);
  });

  it('tells nothing of what would come of an impossible one', () => {
    const isPossible = (text: string) => sumsOf(saved, text, unitsOf('50')).isPossible;
    expect(['', 'x', '9', '49.01', '60.01', '49'].map(isPossible)).toEqual([false, false, false, false, false, true]);
  });

  it('that is too much can be less: the most that wallet and limit allow, unless that is too little', () => {
    const limit = 'err_withdrawal_limit';
    expect(lessOf(saved, limit, unitsOf('1000'))).toBe(unitsOf('60'));
    expect(lessOf(saved, limit, unitsOf('31'))).toBe(unitsOf('30'));
    expect(lessOf(saved, 'err_insufficient_balance', unitsOf('31'))).toBe(unitsOf('30'));
    expect(lessOf(saved, 'err_insufficient_balance', unitsOf('10.5'))).toBeNull();
    expect(lessOf(saved, 'err_withdrawal_minimum', unitsOf('1000'))).toBeNull();
    expect(lessOf(saved, undefined, unitsOf('1000'))).toBeNull();
  });

  it('is shown with all its decimals', () => {
    expect([decimalsOf(unitsOf('20'), 2), decimalsOf(unitsOf('20.123'), 2), decimalsOf(1n, 2)]).toEqual([2, 3, 8]);
  });
});

it('needs PIN and code as well', () => {
  const input = { coin: 1, network: 'BEP20', amount: '20', pin: '', code: '12' };
  expect(faultsOf(saved, input, unitsOf('100'))).toEqual({ pin: 'err_required', code: 'err_code_format' });
});
