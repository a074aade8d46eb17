/** Balances asked for at once; nodes are asked by others too. */
const TOGETHER = 8;

/** Works in some lanes, and gives the results in order. */
export const together = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const rest = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
  return results;
};
