import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '../write-whole.ts';
import type { AnchoredHead, AuditAnchor } from './port.ts';

const LINE = /^\S+ (\d+) ([0-9a-f]{64})$/;

const lineOf = ({ id, hash }: AnchoredHead, at: Date): string => `${at.toISOString()} ${id} ${hash}\n`;

const readHeads = async (path: string): Promise<AnchoredHead[]> => {
  const text = await readFile(path, 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line): AnchoredHead[] => {
    const found = LINE.exec(line);
    return found === null ? [] : [{ id: BigInt(found[1]!), hash: found[2]! }];
  });
};

/** One line a head, `moment number hash`, added at the end and on the disk before it counts. */
export const createFileAnchor = (dataDir: string): AuditAnchor => {
  const path = join(dataDir, 'audit-anchors.log');
  return {
    put: async (head, at) => {
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'a+', 0o600);
      try {
        const { size } = await file.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await file.read(last, 0, 1, size - 1);
        // A line that a power cut left half must not take this one with it.
        const begin = size > 0 && last.toString() !== '\n' ? '\n' : '';
        await file.appendFile(begin + lineOf(head, at));
        await file.sync();
      } finally {
        await file.close();
      }
    },
    list: () => readHeads(path),
  };
};

/** The newest head alone, in place of the one before: noted so often that a list of them would grow without end. */
export const createHeadFile = (dataDir: string): AuditAnchor => {
  const path = join(dataDir, 'audit-head.log');
  return {
    put: (head, at) => writeWhole(path, lineOf(head, at)),
    list: () => readHeads(path),
  };
};
