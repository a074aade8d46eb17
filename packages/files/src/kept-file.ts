import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/**
 * A small JSON file that a former start left in DATA_DIR; null when there is none.
 * @param advice what to do about a broken one.
 * @throws Error that names the file, what is wrong with it and the advice.
 */
export const readKept = <T>(file: string, schema: z.ZodMiniType<T>, advice: string): T | null => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read (${code}). ${advice}`, { cause });
  }
  const outcome = z.safeParse(schema, parse(text));
  if (outcome.success) return outcome.data;
  throw new Error(`${file} is ${text.trim() === '' ? 'empty' : 'damaged'}. ${advice}`);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
