import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A member who was erased. The name, which stays, says whose a number was: books that go back to a copy give numbers once more. */
export interface ErasedMember {
  memberId: string;
  username: string;
}

const LINE = /^\S+ (\d+) (\S+)$/;

const pathIn = (dataDir: string): string => join(dataDir, 'erased-members.log');

/** Outside of the database, since books that are restored from a copy do not know it: one line a member, on the disk before it counts. */
export const noteErased = async (dataDir: string, { memberId, username }: ErasedMember, at: Date): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  const file = await open(pathIn(dataDir), 'a', 0o600);
  try {
    // A line that a power cut left half does not take this one with it.
    await file.appendFile(`\n${at.toISOString()} ${memberId} ${username}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

export const listErased = async (dataDir: string): Promise<ErasedMember[]> => {
  const text = await readFile(pathIn(dataDir), 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const found = LINE.exec(line);
    return found === null ? [] : [{ memberId: found[1]!, username: found[2]! }];
  });
};
