import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskFiles } from './disk.ts';

const store = () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'minerx-files-')), 'files');
  return { directory, files: createDiskFiles({ sourceId: 'files', directory }) };
};

describe('files on the disk', () => {
  it('are kept once for the same content, for their owner only, and read back as they were', async () => {
    const { directory, files } = store();
    const content = Buffer.from('a picture');
    const hash = await files.put(content);
    expect(await files.put(content)).toBe(hash);
    expect(await files.get(hash)).toEqual(content);
    const kept = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));
    expect(kept).toEqual([`${hash.slice(0, 2)}/${hash}`]);
    expect(statSync(join(directory, kept[0]!)).mode & 0o077).toBe(0);
  });

  it('are not there when nobody put them, whatever the name', async () => {
    const { files } = store();
    expect(await files.get('0'.repeat(64))).toBeNull();
    expect(await files.get('../../../../etc/passwd')).toBeNull();
  });

  it('are refused when the disk has changed them', async () => {
    const { directory, files } = store();
    const hash = await files.put(Buffer.from('a picture'));
    writeFileSync(join(directory, hash.slice(0, 2), hash), 'another');
    await expect(files.get(hash)).rejects.toMatchObject({ reason: 'malformed' });
  });

  it('say so when the disk cannot be written', async () => {
    const { directory, files } = store();
    writeFileSync(directory, 'in the way');
    await expect(files.put(Buffer.from('x'))).rejects.toMatchObject({ reason: 'unreachable' });
  });
});
