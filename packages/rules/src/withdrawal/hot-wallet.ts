/** What the hot wallet has of a coin on a network, and what leaves it. In units. */
export interface HotWallet {
  readonly heldUnits: bigint;
  /** Approved, or on its way: it leaves as soon as it can. */
  readonly promisedUnits: bigint;
  /** What has left in the last days. */
  readonly leftUnits: bigint;
}

/** Days whose outflow says what the next ones will take. */
export const OUTFLOW_DAYS = 7;

/** Left when everything that was promised has left; below zero: it does not suffice. */
export const freeUnits = ({ heldUnits, promisedUnits }: HotWallet): bigint => heldUnits - promisedUnits;

/** For how many hours what is free lasts, at what left in the last days; whole, rounded down. null: nothing has left. */
export const runwayHours = (wallet: HotWallet): number | null => {
  const free = freeUnits(wallet);
  if (free <= 0n) return 0;
  if (wallet.leftUnits <= 0n) return null;
  const hours = (free * BigInt(OUTFLOW_DAYS * 24)) / wallet.leftUnits;
  return hours > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(hours);
};

/** What lies there beyond what operators want to have there at most (null: they did not say); less than is worth a transaction is nothing. */
export const surplusUnits = (wallet: HotWallet, atMost: bigint | null, worth: bigint): bigint => {
  if (atMost === null) return 0n;
  const surplus = freeUnits(wallet) - atMost;
  return surplus >= worth && surplus > 0n ? surplus : 0n;
};
