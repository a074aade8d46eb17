import { hash } from 'node:crypto';

/** JSON with sorted keys and bigint as text: equal values have equal texts. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'bigint') return `"${value}"`;
  if (value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
};

/**
 * SHA-256 of what was asked. Answers are found by it after an upgrade too: name its words where it is made, they stay when fields are renamed
 * (`test/input/fingerprints.test.ts`). Leave secrets out: a PIN could be guessed back from its hash.
 */
export const fingerprintOf = (input: unknown): Buffer => hash('sha256', canonicalJson(input), 'buffer');
