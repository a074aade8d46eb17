import { DAY_MS } from '@minerx/rules/duration';
import { isPackageId, minerPackageById } from '@minerx/rules/miner-package';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { createVouchers, setVoucherMinimum } from '../../modules/voucher/voucher-batch.command.ts';
import { voidVouchers } from '../../modules/voucher/voucher-void.command.ts';
import { voucherCodeHash } from '../../modules/voucher/voucher.ledger.ts';
import {
  findVoucherBatch,
  findVoucherOfCode,
  listUnusedVouchers,
  listVoucherBatches,
} from '../../modules/voucher/voucher.query.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import type { Context } from '../../context.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';

/** The vouchers that are meant: those of a batch that nobody has used, or the one of a code. */
const requireVouchers = async (
  { pool, env }: Pick<Context, 'pool' | 'env'>,
  { batch, code }: { batch: number | undefined; code: string | undefined },
): Promise<{ ids: string[]; batch: bigint }> => {
  if ((batch === undefined) === (code === undefined)) throw new OperatorProblem('--batch or --code, one of them.');
  if (code !== undefined) {
    const found = await findVoucherOfCode(pool, voucherCodeHash(env.pepper, code));
    if (found === null) throw new OperatorProblem('No voucher has that code.');
    if (found.batch === null) throw new OperatorProblem('A member won it with a pick: it is not ours to take back.');
    return { ids: [found.id], batch: found.batch };
  }
  const found = await findVoucherBatch(pool, BigInt(batch!));
  if (found === null) throw new OperatorProblem(`There is no batch ${batch}.`);
  return { ids: await listUnusedVouchers(pool, found.id), batch: found.id };
};

export const voucherCommands = [
  defineOperatorCommand({
    name: 'voucher list',
    grant: GRANTS.all,
    summary: 'The last batches of vouchers, with what became of them.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { id, packageId, amount, count, redeemed, voided, expiresAt } of await listVoucherBatches(
        context.pool,
        undefined,
      )) {
        const end = expiresAt === null ? '' : `, to be redeemed before ${expiresAt.toISOString()}`;
        print(
          `${id}  ${count} of package ${packageId} worth ${amount} USDT: ${redeemed} redeemed, ${voided} void${end}`,
        );
      }
    },
  }),
  defineOperatorCommand({
    name: 'voucher void',
    // Whoever makes codes takes them back: they are worth something in wrong hands until then.
    grant: GRANTS.money,
    summary: 'Takes back what nobody has redeemed: all of a batch, or the voucher of one code.',
    flags: {
      batch: { hint: 'number of the batch, as voucher list says it', kind: 'whole' },
      code: { hint: 'such as ABCD-EFGH-JKMN-PQRS', kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { batch, code, reason }) => {
      const found = await requireVouchers(context, { batch, code });
      const { voided, redeemed } = await context.funnel.run(voidVouchers({ ...found, actor, reason }));
      print(
        code === undefined
          ? `${voided} of batch ${found.batch} can be redeemed no more.`
          : voided === 1
            ? 'It can be redeemed no more.'
            : redeemed === 1
              ? 'It was redeemed before: nothing is changed.'
              : 'It was void before.',
      );
    },
  }),
  defineOperatorCommand({
    name: 'voucher create',
    // What it makes is worth as much as a credit, to whoever has the code.
    grant: GRANTS.two,
    summary:
      'Makes vouchers for package 3 (own) or 4 (shared). Two operators: whoever agrees is shown the codes, once, for only hashes are kept.',
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
