/** 256^(n − 1) in place n: what the exponent of compact bits stands for. As literals, because `power` rounds. */
const POWERS = `'{${Array.from({ length: 30 }, (_, k) => 256n ** BigInt(k)).join(', ')}}'::numeric[]`;

/** SQL: the target of compact bits, eight hexadecimal digits; null for exponents that no target has. */
export const targetSql = (bits: string): string =>
  `('x' || substr(${bits}, 3))::bit(24)::integer * (${POWERS})[('x' || left(${bits}, 2))::bit(8)::integer - 2]`;
