import { access, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OutsideFailure, type FailureReason } from '../failure.ts';
import { writeWhole } from '../write-whole.ts';
import { HASH, hashOf, type FileStore } from './port.ts';

/** Files below a directory that only its owner may read: `ab/abcdef…`. */
export const createDiskFiles = ({ sourceId, directory }: { sourceId: string; directory: string }): FileStore => {
  const pathOf = (hash: string): string => join(directory, hash.slice(0, 2), hash);
  const fail = (reason: FailureReason, detail: string): never => {
    throw new OutsideFailure(sourceId, reason, detail);
  };

  return {
    kind: 'disk',
    async put(content) {
      const hash = hashOf(content);
      const path = pathOf(hash);
      try {
        if (!(await exists(path))) await writeWhole(path, content);
      } catch (error) {
        fail('unreachable', codeOf(error));
      }
      return hash;
    },
    async get(hash) {
      if (!HASH.test(hash)) return null;
      const content = await readFile(pathOf(hash)).catch((error: unknown) =>
        codeOf(error) === 'ENOENT' ? null : fail('unreachable', codeOf(error)),
      );
      if (content !== null && hashOf(content) !== hash) return fail('malformed', `${hash} was changed`);
      return content;
    },
    async remove(hash) {
      if (HASH.test(hash)) await rm(pathOf(hash), { force: true });
    },
  };
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
