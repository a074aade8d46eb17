import type { StakeWish } from './staking.api.ts';

/** A stake that was sent and whose answer is not known. */
export interface KeptStake {
  key: string;
  wish: StakeWish;
  /** How often it went out. */
  asked: number;
}

/** What is typed and chosen; the PIN is kept nowhere. */
export interface StakeDraft {
  /** 0: the first on offer. */
  typeId: number;
  amount: string;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEPT = 'minerx:stake';
const DRAFT = 'minerx:draft:stake';

function take<T>(shelf: Shelf, name: string, fits: (value: Partial<T>) => boolean): T | null {
  try {
    const value = JSON.parse(shelf.getItem(name) ?? 'null') as Partial<T> | null;
    return value !== null && fits(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

function put(shelf: Shelf, name: string, value: unknown): void {
  try {
    if (value === null) shelf.removeItem(name);
    else shelf.setItem(name, JSON.stringify(value));
  } catch {
    // Storage may be full or off; it then lives as long as the screen.
  }
}

/** The stake whose answer is still missing, through reloads of this tab. */
export const readKept = (shelf: Shelf = sessionStorage): KeptStake | null =>
  take<KeptStake>(shelf, KEPT, ({ key, wish }) => typeof key === 'string' && typeof wish?.amount === 'string');

/** Kept before it is sent: the answer may get lost at any later moment. Null lets it go. */
export const keep = (kept: KeptStake | null, shelf: Shelf = sessionStorage): void => put(shelf, KEPT, kept);

export const readDraft = (shelf: Shelf = sessionStorage): StakeDraft =>
  take<StakeDraft>(shelf, DRAFT, ({ typeId, amount }) => typeof typeId === 'number' && typeof amount === 'string') ?? {
    typeId: 0,
    amount: '',
  };

export const writeDraft = (draft: StakeDraft | null, shelf: Shelf = sessionStorage): void => put(shelf, DRAFT, draft);

/** Refusals that come before the stake is looked at: they say nothing about one that was sent earlier. */
const GATES = new Set([
  'err_pin_wrong',
  'err_pin_locked',
  'err_too_many',
  'err_unauthorised',
  'err_session_ended',
  'err_maintenance',
]);

/** Whether a refusal leaves open what became of the stake, so that its key must be kept. */
export function leavesOpen(refusal: { code: string; isUncertain: boolean }, asked: number): boolean {
  if (GATES.has(refusal.code)) return asked > 1;
  return refusal.isUncertain;
}
