import { floorToPrecision, sumUnits, units, type Units } from '@minerx/rules/money';
import { listedWalletIds } from '@minerx/rules/wallet';
import type { WalletLine } from './balances.ts';

/** Dollars are shown in whole cents. */
const USD_PRECISION = 2;

/** The part of the total that no listed wallet shows. */
export interface OtherBalances {
  /** 1e-8 USD: what is missing from the listed rows, as they are shown, to the total, as it is shown. */
  usdUnits: Units;
  /** The unlisted wallets with a balance, or with something set aside. */
  lines: readonly WalletLine[];
  /** Parts of a cent that the rows drop, each for itself, and the total does not: 1e-8 USD, some cents at most. */
  roundingUnits: Units;
}

const shownUsd = (line: WalletLine): Units => floorToPrecision(line.usdUnits, USD_PRECISION);

/** The six that the asset screen lists. */
export const listedOf = (wallets: readonly WalletLine[]): readonly WalletLine[] =>
  wallets.filter((line) => listedWalletIds.includes(line.id));

/** The listed wallets and the rest, so that the rows that a member sees add up to the total above them, to the cent. */
export function splitTotal(
  wallets: readonly WalletLine[],
  totalUsdUnits: Units,
): { listed: readonly WalletLine[]; others: OtherBalances | null } {
  const listed = listedOf(wallets);
  const lines = wallets.filter(
    (line) => !listedWalletIds.includes(line.id) && (line.balanceUnits > 0n || line.heldUnits > 0n),
  );
  const usdUnits = units(floorToPrecision(totalUsdUnits, USD_PRECISION) - sumUnits(listed.map(shownUsd)));
  const roundingUnits = units(usdUnits - sumUnits(lines.map(shownUsd)));
  return { listed, others: usdUnits === 0n && lines.length === 0 ? null : { usdUnits, lines, roundingUnits } };
}
