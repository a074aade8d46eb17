import { formatUnits, parseUnits } from '@minerx/rules/money';
import { isPackageId } from '@minerx/rules/miner-package';
import { LONGEST_PACKAGE_NAME, setMinerPackage } from '../../modules/miner-package/miner-package.command.ts';
import { listAllMinerPackages, listPackageHistory } from '../../modules/miner-package/miner-package.query.ts';
import type { PackageSettings } from '../../modules/miner-package/miner-package.store.ts';
import { defineOperatorCommand, GRANTS, isOn, OperatorProblem, REASON, YES_OR_NO } from '../command.ts';
import { explained } from '../explained.ts';

const describe = (settings: Omit<PackageSettings, 'name'>): string =>
  [
    `price ${formatUnits(settings.priceUnits)} USDT`,
    `a unit earns up to ${formatUnits(settings.maxProfitUnits)} USD`,
    `activation ${formatUnits(settings.activationFeeUnits)} USDT`,
    `contract figures ${formatUnits(settings.roiDisplayUnits)} to ${formatUnits(settings.roiDisplayMaxUnits)} BTC a day`,
    settings.active ? 'sold' : 'not sold',
  ].join(', ');

/** An amount that may be zero, as fees and contract figures are. */
const readAmount = (flag: string, text: string | undefined): bigint | undefined => {
  if (text === undefined) return undefined;
  const units = parseUnits(text);
  if (units === null || units < 0n)
    throw new OperatorProblem(`--${flag} must be an amount such as 10 or 0, not "${text}"`, flag);
  return units;
};

const CANNOT_BE = {
  err_format: `A name has 1 to ${LONGEST_PACKAGE_NAME} letters.`,
  err_amount:
    'Price and most profit are above zero and at most 10 000 000; the fee is at most ten times the price; the contract figures go upwards.',
};

const PACKAGE = { hint: '1', kind: 'whole', required: true } as const;

const requirePackage = (id: number): void => {
  if (!isPackageId(id)) throw new OperatorProblem('Packages are 1 to 5.');
};

export const packageCommands = [
  defineOperatorCommand({
    name: 'package list',
    grant: GRANTS.all,
    summary: 'Packages as they are sold now.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { id, name, quantity, ...settings } of await listAllMinerPackages(context.pool)) {
        print(`${id}  ${name} (× ${quantity}): ${describe(settings)}`);
      }
    },
  }),
  defineOperatorCommand({
    name: 'package history',
    grant: GRANTS.all,
    summary: 'What a package was set to, and since when; the newest first.',
    flags: { id: PACKAGE },
    run: async ({ context, print }, { id }) => {
      requirePackage(id);
      for (const { at, ...settings } of await listPackageHistory(context.pool, id)) {
        print(`${at.toISOString()}  ${describe(settings)}`);
      }
    },
  }),
  defineOperatorCommand({
    name: 'package set',
    grant: GRANTS.two,
    summary:
      'Changes name, price, maximum profit, activation fee, contract figures, or whether a package is sold. Orders that exist keep their terms, not the name.',
    flags: {
      id: PACKAGE,
      name: { hint: 'as members read it, in every language', kind: 'text' },
      price: { hint: 'USDT of one package, 1000', kind: 'amount' },
      'max-profit': { hint: 'USD of one unit, 2500', kind: 'amount' },
      fee: { hint: 'USDT of one unit, 10 or 0', kind: 'text' },
      'roi-from': { hint: 'BTC a day, 0.0000691', kind: 'text' },
      'roi-to': { hint: 'BTC a day, 0.000192', kind: 'text' },
      active: YES_OR_NO,
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, name, price, fee, active, reason, ...flags }) => {
      requirePackage(id);
      if ([name, price, fee, active, ...Object.values(flags)].every((text) => text === undefined))
        throw new OperatorProblem('Needs --name, --price, --max-profit, --fee, --roi-from, --roi-to or --active.');
      const work = setMinerPackage(context, {
        id,
        name,
        priceUnits: readAmount('price', price),
        maxProfitUnits: readAmount('max-profit', flags['max-profit']),
        activationFeeUnits: readAmount('fee', fee),
        roiDisplayUnits: readAmount('roi-from', flags['roi-from']),
        roiDisplayMaxUnits: readAmount('roi-to', flags['roi-to']),
        active: isOn(active),
        actor,
        reason,
      });
      const { before, after } = await explained(work, CANNOT_BE);
      print(`before: ${before.name}, ${describe(before)}`);
      print(`now:    ${after.name}, ${describe(after)}`);
    },
  }),
];
