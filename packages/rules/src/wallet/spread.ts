/**
 * Divides a whole number in proportion to the weights without losing one: each part is rounded down, and what is left goes
 * to the largest remainders (the earlier one when equal). All weights zero: everything goes to the first.
 */
export const spread = (total: bigint, weights: readonly number[]): bigint[] => {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0));
  if (weights.length <= 1 || sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0n));
  const parts = weights.map((weight) => (total * BigInt(weight)) / sum);
  const left = Number(total - parts.reduce((all, part) => all + part, 0n));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * BigInt(weight)) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1n;
  return parts;
};
