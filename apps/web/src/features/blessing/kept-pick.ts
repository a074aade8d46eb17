/** A pick that was sent and whose answer is not known. */
export interface KeptPick {
  packId: string;
  /** The tapped card, 0 to 8. */
  index: number;
  key: string;
  /** The seal as it was shown before the pick. */
  commitment: string;
  /** How often it went out. */
  asked: number;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (packId: string) => `minerx:blessing:${packId}`;

/** The pick of that pack whose answer is still missing, through reloads of this tab; null when there is none. */
export function readKeptPick(packId: string, shelf: Shelf = sessionStorage): KeptPick | null {
  try {
    const kept = JSON.parse(shelf.getItem(nameOf(packId)) ?? 'null') as KeptPick | null;
    return kept !== null && typeof kept.key === 'string' && kept.packId === packId ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it before it is sent: the answer may get lost at any later moment. */
export function keepPick(kept: KeptPick, shelf: Shelf = sessionStorage): void {
  try {
    shelf.setItem(nameOf(kept.packId), JSON.stringify(kept));
  } catch {
    // Storage may be full or off; the key then lives as long as the screen.
  }
}

export function dropKeptPick(packId: string, shelf: Shelf = sessionStorage): void {
  try {
    shelf.removeItem(nameOf(packId));
  } catch {
    // Nothing was kept.
  }
}

/** Refusals that come before the pack is looked at: they say nothing about a pick that was sent earlier. */
const GATES = new Set(['err_too_many', 'err_unauthorised', 'err_session_ended', 'err_maintenance']);
/** Decided, although their status is one of a server that may not have decided. */
const DECIDED = new Set(['err_price_stale', 'err_unavailable']);

/** Whether a refusal leaves open what became of the pick, so that its key must be kept. */
export function leavesPickOpen(refusal: { code: string; isUncertain: boolean }, asked: number): boolean {
  if (DECIDED.has(refusal.code)) return false;
  if (GATES.has(refusal.code)) return asked > 1;
  return refusal.isUncertain;
}
