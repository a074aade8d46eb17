import { DAY_MS } from '@minerx/rules/duration';
import { isPackageId, minerPackageById } from '@minerx/rules/miner-package';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { createVouchers, setVoucherMinimum } from '../../modules/voucher/voucher-batch.command.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';

export const voucherCommands = [
  defineOperatorCommand({
    name: 'voucher create',
    grant: GRANTS.terms,
    summary: 'Makes vouchers for package 3 (own) or 4 (shared) and prints their codes, once: only hashes are kept.',
    flags: {
      package: { hint: '3', kind: 'whole', required: true },
      amount: { hint: '1000', kind: 'amount', required: true },
      count: { hint: '5', kind: 'whole', required: true },
      expires: { hint: 'last day, 2026-12-31', kind: 'day' },
      reason: REASON,
    },
    run: async ({ context, printOnce, actor }, { package: packageId, amount, count, expires, reason }) => {
      if (!isPackageId(packageId) || !minerPackageById(packageId).isVoucher) {
        throw new OperatorProblem('Vouchers are for packages 3 and 4.');
      }
      if (count < 1 || count > 1000) throw new OperatorProblem('--count is a number from 1 to 1000.');
      const minimum = await getSetting(context.pool, 'voucher_minimum');
      if (unitsOf(amount) < minimum) {
        throw new OperatorProblem(`A voucher is worth at least ${formatUnits(minimum)} USDT (voucher minimum).`);
      }
      const expiresAt = expires === undefined ? null : new Date(Date.parse(expires) + DAY_MS);
      if (expiresAt !== null && expiresAt.getTime() <= context.clock.now()) {
        throw new OperatorProblem(`--expires ${expires} is past: nobody could redeem them.`);
      }
      const codes = await createVouchers(context, {
        packageId,
        amountUnits: unitsOf(amount),
        count,
        expiresAt,
        actor,
        reason,
      });
      for (const code of codes) printOnce(code);
    },
  }),
  defineOperatorCommand({
    name: 'voucher minimum',
    grant: GRANTS.terms,
    summary: 'Sets the least that a new voucher is worth in USDT: each brings a whole machine.',
    flags: { amount: { hint: '25', kind: 'amount', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { amount, reason }) => {
      const before = await setVoucherMinimum(context, { amountUnits: unitsOf(amount), actor, reason });
      print(`Vouchers made from now on are worth at least ${amount} USDT (before: ${formatUnits(before)}).`);
    },
  }),
];
