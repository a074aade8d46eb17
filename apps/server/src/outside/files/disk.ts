import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OutsideFailure, type FailureReason } from '../failure.ts';
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

const writeWhole = async (path: string, content: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};
