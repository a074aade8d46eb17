/** Specification §4: half a second from the old value to the new one. */
const DURATION_MS = 500;

/** What a figure shows on its way from one value to the next, quick at first and calm at the end. */
export function countedUp(from: number, to: number, elapsedMs: number): number {
  const share = Math.max(0, elapsedMs / DURATION_MS);
  return share >= 1 ? to : from + (to - from) * (1 - (1 - share) ** 3);
}
