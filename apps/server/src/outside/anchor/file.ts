import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AnchoredHead, AuditAnchor } from './port.ts';

const LINE = /^\S+ (\d+) ([0-9a-f]{64})$/;

/** One line a head, `moment number hash`, added at the end and on the disk before it counts. */
export const createFileAnchor = (dataDir: string): AuditAnchor => {
  const path = join(dataDir, 'audit-anchors.log');
  return {
    put: async ({ id, hash }, at) => {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a+', 0o600);
      try {
        const { size } = await file.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await file.read(last, 0, 1, size - 1);
        // A line that a power cut left half must not take this one with it.
        const begin = size > 0 && last.toString() !== '\n' ? '\n' : '';
        await file.appendFile(`${begin}${at.toISOString()} ${id} ${hash}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    list: async () => {
      const text = await readFile(path, 'utf8').catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap((line): AnchoredHead[] => {
        const found = LINE.exec(line);
        return found === null ? [] : [{ id: BigInt(found[1]!), hash: found[2]! }];
      });
    },
  };
};
