import { ageOf } from '@minerx/rules/utc-time';
import { OUTFLOW_DAYS, freeUnits, runwayHours, surplusUnits } from '@minerx/rules/hot-wallet';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById, walletByName, type WalletName } from '@minerx/rules/wallet';
import { networksOf } from '@minerx/rules/withdrawal-network';
import { findPayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import {
  listGas,
  listHotWallets,
  type GasFigures,
  type HotWalletFigures,
} from '../../modules/hot-wallet/hot-wallet.query.ts';
import { setWithdrawalTerms } from '../../modules/withdrawal/withdrawal-terms.command.ts';
import type { AssetTerms } from '../../modules/withdrawal/withdrawal-terms.store.ts';
import { defineOperatorCommand, GRANTS, isOn, OperatorProblem, REASON, SWITCH } from '../command.ts';
import { coins } from './coins.ts';
import { readContract } from './contract-flag.ts';
import { networkFlag, requireNetwork } from './network-flag.ts';
import { given } from './withdrawal-terms.ts';

const AMOUNT = { hint: 'in the coin', kind: 'amount' } as const;

const runwayOf = (wallet: HotWalletFigures): string => {
  const hours = runwayHours(wallet);
  if (hours === null) return `nothing has left in ${OUTFLOW_DAYS} days`;
  if (hours === 0) return 'DOES NOT SUFFICE for what is approved';
  const lasts = hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  return `lasts ${lasts} at ${formatUnits(wallet.leftUnits)} in ${OUTFLOW_DAYS} days`;
};

const linesOf = (wallet: HotWalletFigures, now: number): string[] => {
  const { networkId, walletId, heldUnits, promisedUnits, coldUnits, sweepFromUnits, coldAboveUnits } = wallet;
  const free = freeUnits(wallet);
  const tooMuch = surplusUnits(wallet, coldAboveUnits, sweepFromUnits);
  return [
    `${walletById(walletId).name} on ${networkLabel(networkId)}: ${formatUnits(heldUnits)}, ${formatUnits(promisedUnits)} promised, ` +
      `${free < 0n ? `${formatUnits(-free)} MISSING` : `${formatUnits(free)} free`}; ${runwayOf(wallet)}`,
    `    in cold wallets ${formatUnits(coldUnits)}; addresses are swept from ${formatUnits(sweepFromUnits)} on; ` +
      (coldAboveUnits === null
        ? 'nobody has said how much is too much'
        : `at most ${formatUnits(coldAboveUnits)} here${tooMuch > 0n ? `, ${formatUnits(tooMuch)} TOO MUCH (cold list)` : ''}`),
    `    at block ${wallet.blockNumber}, ${ageOf(wallet.at, now)} ago`,
  ];
};

const gasLine = ({ chainId, address, wei, eachWei }: GasFigures): string => {
  const left = eachWei === null || eachWei === 0n ? null : wei / eachWei;
  const lasts = left === null ? 'nothing was sent yet' : left === 0n ? 'NOT ENOUGH for one more' : `for ${left} more`;
  return `coins for gas on chain ${chainId}: ${coins(wei)} in ${address}, ${lasts} at what the last ones might cost`;
};

/** `none` takes the bound away. */
const readCold = (text: string | undefined): bigint | null | undefined => {
  if (text === undefined || text === 'none') return text === undefined ? undefined : null;
  if (!/^\d{1,12}(\.\d{1,8})?$/.test(text) || unitsOf(text) === 0n)
    throw new OperatorProblem(`--cold must be an amount above zero, or none, not "${text}"`, 'cold');
  return unitsOf(text);
};

export const hotWalletCommands = [
  defineOperatorCommand({
    name: 'wallet show',
    grant: GRANTS.all,
    summary: `The hot wallets: what they hold and promise, how long they last at what left in the last ${OUTFLOW_DAYS} days, and what is too much.`,
    flags: {},
    run: async ({ context, print }) => {
      const { pool, clock } = context;
      const wallets = await listHotWallets(pool, new Date(clock.now()));
      for (const wallet of wallets) for (const line of linesOf(wallet, clock.now())) print(line);
      for (const gas of await listGas(pool)) print(gasLine(gas));
      if (wallets.length === 0) print('No hot wallet was held against the books yet.');
      const freeze = await findPayoutFreeze(pool);
      if (freeze !== null) print(`Payouts are FROZEN since ${freeze.frozenAt.toISOString()} (wallet differences).`);
    },
  }),
  defineOperatorCommand({
    name: 'wallet terms',
    grant: GRANTS.two,
    summary:
      'Sets of a coin on a network: its contract, the least that is credited, from how much on addresses are swept, and above how much the hot wallet is too full.',
    flags: {
      wallet: { hint: 'USDT', kind: 'wallet', required: true },
      network: networkFlag(),
      contract: { hint: 'address of the token there', kind: 'text' },
      decimals: { hint: 'of the token', kind: 'whole' },
      minimum: { ...AMOUNT, hint: 'least that is credited, in the coin' },
      deposits: SWITCH,
      sweep: AMOUNT,
      cold: { hint: 'in the coin, or none', kind: 'text' },
      reason: REASON,
    },
    needsOutside: true,
    run: async ({ context, print, actor }, { wallet, network, reason, ...typed }) => {
      const walletId = walletByName(wallet as WalletName).id;
      const networkId = requireNetwork(network);
      if (!networksOf(walletId).some((each) => each === networkId))
        throw new OperatorProblem(`${wallet} is not on ${network}.`);
      const change: Partial<AssetTerms> = given({
        ...(await readContract(context, networkId, typed)),
        minimumDepositUnits: typed.minimum === undefined ? undefined : unitsOf(typed.minimum),
        deposits: isOn(typed.deposits),
        sweepFromUnits: typed.sweep === undefined ? undefined : unitsOf(typed.sweep),
        coldAboveUnits: readCold(typed.cold),
      });
      if (Object.keys(change).length === 0)
        throw new OperatorProblem('Needs --contract, --minimum, --deposits, --sweep or --cold.');
      const { after } = await setWithdrawalTerms(context, { walletId, networkId }, change, { actor, reason });
      print(
        `${wallet} on ${network}: contract ${after.contract ?? 'not known'}, ${after.decimals} decimals; deposits ${after.deposits ? 'on' : 'OFF'} from ${formatUnits(after.minimumDepositUnits)}; ` +
          `swept from ${formatUnits(after.sweepFromUnits)}; cold above ${after.coldAboveUnits === null ? 'not said' : formatUnits(after.coldAboveUnits)}`,
      );
    },
  }),
];
