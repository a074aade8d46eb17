import { dirname, join } from 'node:path/posix';
import type { Tag } from './tags.ts';

/** Gives a file's text by its path in the repository, or null when there is none. */
export type Read = (file: string) => string | null;

/** Where a test gets a real PostgreSQL, or a whole server process. */
const REAL = new Set(['apps/server/src/db/test-database.ts', 'apps/server/test/start/launch.ts']);
/** What tests of the server share. */
const SHARED = /^apps\/server\/test\/|\.test\.ts$/;
const IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from '(\.[^']+)'/gm;

/**
 * Why a test does not drive the real server, or null when it does: a server's test whose imports reach the real
 * database, or a journey in which nobody answers in the server's place.
 */
export const notReal = ({ file, body }: Pick<Tag, 'file' | 'body'>, read: Read): string | null => {
  if (file.startsWith('e2e/'))
    return /\bfulfill\b/.test(body) ? 'answers in the server’s place, so it proves the alert and not the server' : null;
  if (file.startsWith('apps/server/') && reached(file, read).some((each) => REAL.has(each))) return null;
  return 'does not drive the real server';
};

/** Whether a test, or what it shares with others, says a word, be it a refusal's code or the path of a call. */
export const says = (file: string, word: string, read: Read): boolean =>
  reached(file, read)
    .filter((each) => SHARED.test(each))
    .some((each) => withoutTags(read(each) ?? '').includes(word));

const withoutTags = (text: string): string => text.replace(/^\s*\/\/ proves .*$/gm, '');

/** A file and all that it imports, directly or not. */
const reached = (file: string, read: Read): string[] => {
  const files = [file];
  for (const each of files)
    for (const [, path = ''] of (read(each) ?? '').matchAll(IMPORT)) {
      const next = join(dirname(each), path);
      if (!files.includes(next)) files.push(next);
    }
  return files;
};
