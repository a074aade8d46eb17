import { formatUnits, unitsOf } from '@minerx/rules/money';
import type { SwapPair } from '@minerx/rules/swap';
import { walletById, walletByName, type WalletId, type WalletName } from '@minerx/rules/wallet';
import { isUuid } from '../../base/ids.ts';
import { approveLiquidity, proposeLiquidity } from '../../modules/swap/liquidity.command.ts';
import { setSwapPair } from '../../modules/swap/swap-pair.command.ts';
import {
  findLiquidityChange,
  listLiquidity,
  listSwapPairs,
  listWaitingLiquidityChanges,
} from '../../modules/swap/swap.query.ts';
import {
  defineOperatorCommand,
  GRANTS,
  isOn,
  OperatorProblem,
  REASON,
  YES_OR_NO,
  type OperatorHouse,
} from '../command.ts';
import { explained } from '../explained.ts';

const PPM_OF_PERCENT = 10_000;
const WALLET_FLAG = { hint: 'CW', kind: 'wallet', required: true } as const;
const AMOUNT = { hint: '100000', kind: 'amount', required: true } as const;

const walletIdOf = (name: string): WalletId => walletByName(name as WalletName).id;
const ppmOf = (name: string, percent: string | undefined): number | undefined => {
  if (percent === undefined) return undefined;
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(percent)) throw new OperatorProblem(`--${name} is a percentage such as 0.5`, name);
  return Math.round(Number(percent) * PPM_OF_PERCENT);
};
const unitsIn = (amount: string | undefined): bigint | undefined =>
  amount === undefined ? undefined : unitsOf(amount);

const lineOf = ({ from, to, spreadPpm, feePpm, minUnits, maxUnits, enabled }: SwapPair): string =>
  `${walletById(from).name} → ${walletById(to).name}  spread ${spreadPpm / PPM_OF_PERCENT} %, fee ${feePpm / PPM_OF_PERCENT} %, ` +
  `${formatUnits(minUnits)} to ${formatUnits(maxUnits)} ${walletById(from).name}${enabled ? '' : ', not offered'}`;

const propose = async (
  { context, print, actor }: OperatorHouse,
  units: bigint,
  { wallet, reason }: { wallet: string; reason: string },
): Promise<void> => {
  if (units === 0n) throw new OperatorProblem('--amount is above zero');
  const id = await proposeLiquidity(context, {
    walletId: walletIdOf(wallet),
    units,
    actor,
    reason,
  });
  print(`Noted as ${id}: another operator has to agree, under Liquidity to approve.`);
};

export const swapCommands = [
  defineOperatorCommand({
    name: 'swap list',
    grant: GRANTS.all,
    summary: 'The pairs of wallets that members may swap, with spread, fee and bounds.',
    flags: {},
    run: async ({ context, print }) => {
      for (const pair of await listSwapPairs(context.pool)) print(lineOf(pair));
    },
  }),
  defineOperatorCommand({
    name: 'swap set',
    grant: GRANTS.two,
    summary: 'Creates or changes a pair; what is left out stays. RW is never sold.',
    flags: {
      from: { hint: 'USDT', kind: 'wallet', required: true },
      to: WALLET_FLAG,
      spread: { hint: 'percent, 0.5', kind: 'text' },
      fee: { hint: 'percent, 0', kind: 'text' },
      min: { hint: 'least of the first wallet, 1', kind: 'amount' },
      max: { hint: 'most of it, 10000', kind: 'amount' },
      offered: YES_OR_NO,
      reason: REASON,
    },
    run: async ({ context, print, actor }, { from, to, spread, fee, min, max, offered, reason }) => {
      if ([spread, fee, min, max, offered].every((text) => text === undefined))
        throw new OperatorProblem('Needs --spread, --fee, --min, --max or --offered.');
      const wallets = { from: walletIdOf(from), to: walletIdOf(to) };
      const work = setSwapPair(context, {
        ...wallets,
        spreadPpm: ppmOf('spread', spread),
        feePpm: ppmOf('fee', fee),
        minUnits: unitsIn(min),
        maxUnits: unitsIn(max),
        enabled: isOn(offered),
        actor,
        reason,
      });
      const after = await explained(work, {
        err_swap_pair: 'A pair is of two different wallets, and RW is never sold.',
        err_not_found: 'There is no such pair; to create it give --spread, --fee, --min and --max.',
        err_swap_amount: 'Spread and fee are 0 to 50 percent; --min is above zero and --max not below it.',
      });
      print(lineOf({ ...wallets, ...after }));
    },
  }),
  defineOperatorCommand({
    name: 'liquidity show',
    grant: GRANTS.finance,
    summary: 'What the house has to give in swaps, and what waits for a second operator.',
    flags: {},
    run: async ({ context, print }) => {
      for (const { walletId, units } of await listLiquidity(context.pool))
        print(`${walletById(walletId).name.padEnd(6)} ${formatUnits(units).padStart(18)}`);
      for (const { id, walletId, units, proposedBy, reason } of await listWaitingLiquidityChanges(context.pool))
        print(`waits: ${id} ${formatUnits(units)} ${walletById(walletId).name} by ${proposedBy}: ${reason}`);
    },
  }),
  defineOperatorCommand({
    name: 'liquidity fund',
    grant: GRANTS.money,
    summary: 'Asks to put an amount of the house’s capital into its liquidity; another operator has to agree.',
    flags: { wallet: WALLET_FLAG, amount: AMOUNT, reason: REASON },
    run: (house, { amount, ...more }) => propose(house, unitsOf(amount), more),
  }),
  defineOperatorCommand({
    name: 'liquidity release',
    grant: GRANTS.money,
    summary: 'Asks to take an amount out of the liquidity, back to the capital; another operator has to agree.',
    flags: { wallet: WALLET_FLAG, amount: AMOUNT, reason: REASON },
    run: (house, { amount, ...more }) => propose(house, 0n - unitsOf(amount), more),
  }),
  defineOperatorCommand({
    name: 'liquidity approve',
    grant: GRANTS.money,
    summary: 'Agrees to a change of the liquidity that another operator has asked for: now it takes place.',
    flags: { id: { hint: 'id of the change', kind: 'text', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      const change = isUuid(id) ? await findLiquidityChange(context.pool, id) : null;
      if (change === null) throw new OperatorProblem(`There is no change ${id}.`);
      const work = context.funnel.run(approveLiquidity(change, { actor, reason }));
      const { balance } = await explained(work, {
        err_conflict: 'This change has taken place already.',
        err_second_operator: 'You have asked for it; somebody else has to agree.',
        err_insufficient_balance: 'There is not so much in the liquidity.',
      });
      print(`${walletById(change.walletId).name}: ${balance} to give.`);
    },
  }),
];
