/** Specification §9: 28 tiles in 4 rows of 7, each swaps at random after 3 to 35 seconds (and fades for one: the style). */
const ROWS = 4;
const COLUMNS = 7;
export const TILES = ROWS * COLUMNS;
const SWAP_LEAST_MS = 3_000;
const SWAP_MOST_MS = 35_000;

/** A number in [0, 1). */
export type Random = () => number;

const pick = (count: number, random: Random): number => Math.floor(random() * count);

/** How long a tile keeps its picture. @internal */
export const swapDelayMs = (random: Random): number => SWAP_LEAST_MS + pick(SWAP_MOST_MS - SWAP_LEAST_MS + 1, random);

/** Which picture each tile begins with: all different while there are enough of them. */
export function firstTiles(pictures: number, random: Random): number[] {
  const deck: number[] = [];
  return Array.from({ length: pictures === 0 ? 0 : TILES }, () => {
    if (deck.length === 0) deck.push(...Array.from({ length: pictures }, (_, picture) => picture));
    return deck.splice(pick(deck.length, random), 1)[0] ?? 0;
  });
}

/** The picture that comes to a tile: one that no tile shows, or at least another one; null when there is none. */
export function nextPicture(shown: readonly number[], tile: number, pictures: number, random: Random): number | null {
  const others = Array.from({ length: pictures }, (_, picture) => picture).filter((picture) => picture !== shown[tile]);
  const unseen = others.filter((picture) => !shown.includes(picture));
  const from = unseen.length > 0 ? unseen : others;
  return from[pick(from.length, random)] ?? null;
}

/** Whether a picture may still come to a tile once it is loaded: meanwhile another tile may have taken it, and there are enough for all. */
export const mayCome = (picture: number, shown: readonly number[], tile: number, pictures: number): boolean =>
  pictures > shown.length ? !shown.includes(picture) : shown[tile] !== picture;

/** Lets every tile swap at its own times until the returned function is called. */
export function scheduleSwaps(swap: (tile: number) => void, random: Random): () => void {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const plan = (tile: number) => {
    timers[tile] = setTimeout(() => {
      swap(tile);
      plan(tile);
    }, swapDelayMs(random));
  };
  for (let tile = 0; tile < TILES; tile += 1) plan(tile);
  return () => timers.forEach(clearTimeout);
}
