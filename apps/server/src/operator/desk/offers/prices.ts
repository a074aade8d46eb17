import type { OperatorPrice } from '@minerx/contract/operator/offers/price';
import { DAY_MS } from '@minerx/rules/duration';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { WALLET, WALLET_OF, walletById, walletByName, type WalletName } from '@minerx/rules/wallet';
import type { Db } from '../../../db/transaction.ts';
import type { LoggedValue } from '../../../modules/integrity/audit-change.query.ts';
import { listAllMinerPackages } from '../../../modules/miner-package/miner-package.query.ts';
import type { Proposal } from '../../../modules/operator/proposal.store.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import { findDaySettings } from '../../../modules/settlement/day-figures.query.ts';
import { listSwapPairs } from '../../../modules/swap/swap.query.ts';
import { listWalletTypes } from '../../../modules/wallet/wallet.query.ts';
import { listWithdrawalTerms } from '../../../modules/withdrawal/withdrawal.query.ts';
import { dayOf } from '../../../outside/utc-day.ts';

/** A price or a fee that operators set. */
export interface Price extends Omit<OperatorPrice, 'changed'> {
  readonly logged: LoggedValue;
  /** A value of the log as it is shown. */
  readonly shown: (logged: string) => string;
  /** The action that changes it: what of it is settled, and the field of the new value. */
  readonly change: { name: string; given: Record<string, string>; field: string };
}

const PPM_OF_PERCENT = 10_000;
const percent = (ppm: number): string => String(ppm / PPM_OF_PERCENT);
const asIs = (logged: string): string => logged;
const asPercent = (logged: string): string => percent(Number(logged));
const USDT = walletById(WALLET.USDT).name;

const packagePrices = async (db: Db): Promise<Price[]> => {
  const packages = await listAllMinerPackages(db);
  return packages.flatMap(({ id, name, priceUnits, activationFeeUnits }) => {
    const logged = { subject: `package:${id}`, action: 'package.set' };
    const change = { name: 'package set', given: { id: String(id) } };
    const shared = { of: `Package ${id}, ${name}`, unit: USDT, shown: asIs };
    return [
      {
        ...shared,
        id: `package-price.${id}`,
        kind: 'package_price',
        value: formatUnits(priceUnits),
        logged: { ...logged, key: 'priceUnits' },
        change: { ...change, field: 'price' },
      },
      {
        ...shared,
        id: `activation-fee.${id}`,
        kind: 'activation_fee',
        value: formatUnits(activationFeeUnits),
        logged: { ...logged, key: 'activationFeeUnits' },
        change: { ...change, field: 'fee' },
      },
    ] satisfies Price[];
  });
};

/** BTC's is the market's: nobody sets it. */
const walletPrices = async (db: Db): Promise<Price[]> =>
  (await listWalletTypes(db))
    .filter(({ id }) => id !== WALLET.BTC)
    .map(({ id, name, priceUnits }) => {
      const { priceMeaning } = walletByName(name as WalletName);
      return {
        id: `wallet-price.${name}`,
        kind: 'wallet_price',
        of: name,
        value: formatUnits(priceUnits),
        unit: priceMeaning === 'usd_per_unit' ? `USD per ${name}` : `${name} per USD`,
        logged: { subject: `wallet:${id}`, action: 'price.set', key: null },
        shown: asIs,
        change: { name: 'price set', given: { wallet: name }, field: 'price' },
      };
    });

const withdrawalFees = async (db: Db): Promise<Price[]> =>
  (await listWithdrawalTerms(db)).map(({ walletId, networkId, feeUnits }) => {
    const wallet = walletById(walletId).name;
    const network = networkLabel(networkId);
    return {
      id: `withdrawal-fee.${wallet}.${network}`,
      kind: 'withdrawal_fee',
      of: `${wallet} on ${network}`,
      value: formatUnits(feeUnits),
      unit: wallet,
      logged: { subject: `asset-network:${wallet}/${network}`, action: 'withdrawal.terms', key: 'fee' },
      shown: asIs,
      change: { name: 'withdrawal terms', given: { wallet, network }, field: 'fee' },
    };
  });

const nftFee = async (db: Db): Promise<Price[]> => [
  {
    id: 'nft-fee',
    kind: 'nft_fee',
    of: 'Withdrawal of an NFT',
    value: formatUnits(await getSetting(db, 'nft_withdraw_fee')),
    unit: walletById(WALLET_OF.nftFee).name,
    logged: { subject: 'setting:nft_withdraw_fee', action: 'nft.terms', key: null },
    shown: asIs,
    change: { name: 'nft terms', given: {}, field: 'fee' },
  },
];

const swapPrices = async (db: Db): Promise<Price[]> =>
  (await listSwapPairs(db)).flatMap((pair) => {
    const [from, to] = [walletById(pair.from).name, walletById(pair.to).name];
    const logged = { subject: `swap:${from}/${to}`, action: 'swap.pair' };
    const change = { name: 'swap set', given: { from, to } };
    const shared = { of: `${from} to ${to}`, unit: '%', shown: asPercent };
    return [
      {
        ...shared,
        id: `swap-spread.${from}.${to}`,
        kind: 'swap_spread',
        value: percent(pair.spreadPpm),
        logged: { ...logged, key: 'spreadPpm' },
        change: { ...change, field: 'spread' },
      },
      {
        ...shared,
        id: `swap-fee.${from}.${to}`,
        kind: 'swap_fee',
        value: percent(pair.feePpm),
        logged: { ...logged, key: 'feePpm' },
        change: { ...change, field: 'fee' },
      },
    ] satisfies Price[];
  });

/** As tomorrow begins: it is what operators change. */
const poolFee = async (db: Db, now: number): Promise<Price[]> => {
  const feeAt = async (at: number): Promise<string> => percent((await findDaySettings(db, dayOf(at))).poolFeePpm);
  const [today, tomorrow] = [await feeAt(now), await feeAt(now + DAY_MS)];
  return [
    {
      id: 'pool-fee',
      kind: 'pool_fee',
      of: today === tomorrow ? 'Mining pool' : `Mining pool, from tomorrow; today ${today} %`,
      value: tomorrow,
      unit: '%',
      logged: { subject: 'setting:pool_fee_ppm', action: 'settlement.fee', key: null },
      shown: asPercent,
      change: { name: 'settlement fee', given: {}, field: 'percent' },
    },
  ];
};

/** By the action that changes them. */
const PRICES: Readonly<Record<string, (db: Db, now: number) => Promise<Price[]>>> = {
  'package set': packagePrices,
  'price set': walletPrices,
  'withdrawal terms': withdrawalFees,
  'nft terms': nftFee,
  'swap set': swapPrices,
  'settlement fee': poolFee,
};

/** All of them as they are now, one after the other, as a transaction asks. Few: as many as packages, coins and networks make. */
export const listPrices = async (db: Db, now: number): Promise<Price[]> => {
  const prices: Price[] = [];
  for (const list of Object.values(PRICES)) prices.push(...(await list(db, now)));
  return prices;
};

type Asked = Pick<Proposal, 'action' | 'input'>;

/** Whether an action that is asked for would change it. At the shell a wallet may be typed small. */
export const wouldChange = ({ change: { name, given, field } }: Price, { action, input }: Asked): boolean =>
  action === name &&
  input[field] !== undefined &&
  Object.entries(given).every(([flag, value]) => input[flag]?.trim().toUpperCase() === value.toUpperCase());

/** Those that it would change, as they are now. */
export const listChanged = async (db: Db, now: number, asked: Asked): Promise<Price[]> =>
  ((await PRICES[asked.action]?.(db, now)) ?? []).filter((price) => wouldChange(price, asked));
