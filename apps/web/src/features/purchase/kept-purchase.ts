import type { PaymentMethod } from '@minerx/rules/payment-method';
import type { PackageLine } from '@minerx/rules/miner-package';

/** Everything that a purchase is sent with, but the PIN; amounts as on the wire. */
export interface PurchaseWish {
  line: PackageLine;
  packageId: number;
  packageName: string;
  /** X1 only. */
  method: PaymentMethod;
  quantity: number;
  amount1: string;
  amount2: string;
  amount3?: string;
  acceptWaiting: boolean;
  /** For the member's eyes: 1e-8 USDT as digits. */
  totalUsdt: string;
}

/** A purchase that was sent and whose answer is not known. */
export interface KeptPurchase {
  key: string;
  wish: PurchaseWish;
  /** The browser's part in the draw of the Raya decks that it grants. */
  seed: string;
  /** How often it went out. */
  asked: number;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (line: PackageLine) => `minerx:purchase:${line}`;

/** The purchase of that page whose answer is still missing, through reloads of this tab; null when there is none. */
export function readKept(line: PackageLine, shelf: Shelf = sessionStorage): KeptPurchase | null {
  try {
    const kept = JSON.parse(shelf.getItem(nameOf(line)) ?? 'null') as KeptPurchase | null;
    return kept !== null && typeof kept.key === 'string' && kept.wish.line === line ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it before it is sent: the answer may get lost at any later moment. */
export function keep(kept: KeptPurchase, shelf: Shelf = sessionStorage): void {
  try {
    shelf.setItem(nameOf(kept.wish.line), JSON.stringify(kept));
  } catch {
    // Storage may be full or off; the key then lives as long as the screen.
  }
}

export function dropKept(line: PackageLine, shelf: Shelf = sessionStorage): void {
  try {
    shelf.removeItem(nameOf(line));
  } catch {
    // Nothing was kept.
  }
}

/** Refusals that come before the purchase is looked at: they say nothing about one that was sent earlier. */
const GATES = new Set([
  'err_pin_wrong',
  'err_pin_locked',
  'err_too_many',
  'err_unauthorised',
  'err_session_ended',
  'err_maintenance',
]);
/** Decided, although their status is one of a server that may not have decided. */
const DECIDED = new Set(['err_price_stale']);

/** Whether a refusal leaves open what became of the purchase, so that its key must be kept. */
export function leavesOpen(refusal: { code: string; isUncertain: boolean }, asked: number): boolean {
  if (DECIDED.has(refusal.code)) return false;
  if (refusal.code === 'err_maintenance') return asked > 1;
  return refusal.isUncertain || (GATES.has(refusal.code) && asked > 1);
}
