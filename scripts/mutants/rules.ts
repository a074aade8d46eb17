import type { Mutant } from './mutant.ts';

const rule = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `packages/rules/src/${file}.ts`,
  from,
  to,
  tests: [file, ...tests].map((test) => `packages/rules/src/${test}.test.ts`),
});

export const ruleMutants: readonly Mutant[] = [
  rule(
    'wallet/money',
    'more than the database holds is an amount',
    'return value > MAX_UNITS ? null',
    'return value < 0n ? null',
  ),
  rule(
    'wallet/money',
    'a negative amount is rounded towards zero',
    '? quotient - 1n : quotient',
    '? quotient : quotient',
  ),
  rule(
    'wallet/money',
    'fractions are padded on the wrong side',
    ".padEnd(DECIMALS, '0'))",
    ".padStart(DECIMALS, '0'))",
  ),
  rule(
    'miner/payment-method',
    'the cap lets more RW go than there is',
    'return amount < available ? amount : available;',
    'return amount;',
  ),
  rule('miner/payment-method', 'what the cap cut off is forgotten', ' * UNIT + cutOff, 1n', ' * UNIT, 1n'),
  {
    name: 'a method on two new wallets sells a miner for nothing',
    file: 'packages/rules/src/wallet/wallet.ts',
    from: '  WALLETS.flatMap(({ id }) => {',
    to: '  WALLETS.filter(({ id }) => id === 1 || id === 4 || id === 5).flatMap(({ id }) => {',
    tests: ['apps/server/src/modules/purchase/payment.test.ts'],
  },
  rule(
    'miner/miner-package',
    'a shared unit has whole miners',
    'shared: { devices: SHARED_GROUP_SIZE, sharesTenths: 1 }',
    'shared: { devices: SHARED_GROUP_SIZE, sharesTenths: 10 }',
  ),
  rule(
    'miner/miner-package',
    'more than a hundred at once',
    'quantity <= MAX_QUANTITY',
    'quantity <= MAX_QUANTITY + 1',
  ),
];
