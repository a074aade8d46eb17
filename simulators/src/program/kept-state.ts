import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Replaces a file whole or not at all; none where no file is named. */
export const keepState = (file: string, content: string | Uint8Array): void => {
  if (file === '') return;
  const next = `${file}.next`;
  writeFileSync(next, content);
  renameSync(next, file);
};

/**
 * Goes on from a file. One that is no state any more is put aside: whoever uses the chain sees that it is another one.
 * @param begin without a file, or instead of a broken one.
 */
export const resume = async <T>(
  file: string,
  restore: (content: string) => T | Promise<T>,
  begin: () => T | Promise<T>,
): Promise<T> => {
  if (file === '' || !existsSync(file)) return begin();
  try {
    return await restore(readFileSync(file, 'utf8'));
  } catch {
    renameSync(file, `${file}.broken`);
    return begin();
  }
};
