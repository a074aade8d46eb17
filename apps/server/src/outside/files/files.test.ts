import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFiles } from './disk.ts';
import type { FileStore } from './port.ts';
import { createS3Files } from './s3.ts';

/** One port, and what is kept on the disk or in a bucket. */

const folder = mkdtempSync(join(tmpdir(), 'minerx-files-'));
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

interface Place {
  files: FileStore;
  /** What lies there, by name. */
  list(): Promise<string[]>;
  /** Somebody else writes over a file. */
  change(name: string, content: string): Promise<unknown>;
}

const onDisk = async (): Promise<Place> => {
  const directory = join(mkdtempSync(join(folder, 'disk-')), 'files');
  return {
    files: createDiskFiles({ sourceId: 'files', directory }),
    list: async () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/')),
    change: async (name, content) => writeFileSync(join(directory, name), content),
  };
};

/** s3rver, with what it answers in S3's own words. */
const inBucket = async (): Promise<Place> => {
  const program = join(createRequire(import.meta.url).resolve('s3rver/package.json'), '../bin/s3rver.js');
  const options = ['-d', join(folder, 's3'), '-a', '127.0.0.1', '-p', '0', '--configure-bucket', 'minerx'];
  const server = spawn(process.execPath, ['--no-deprecation', program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`s3rver ended with ${code}`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const port = /listening on \S*?:(\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  ends.push(() => {
    const ended = once(server, 'exit');
    server.kill();
    return ended;
  });
  const client = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', service: 's3', retries: 0 });
  return {
    files: createS3Files({ sourceId: 'files', url: `${origin.replace('//', '//S3RVER:S3RVER@')}/minerx` }),
    list: async () => {
      const said = await (await client.fetch(`${origin}/minerx`)).text();
      return [...said.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key!);
    },
    change: (name, content) => client.fetch(`${origin}/minerx/${name}`, { method: 'PUT', body: content }),
  };
};

describe.each([
  ['on the disk', onDisk],
  ['in a bucket', inBucket],
])('files %s', (_, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
  });

  it('are kept once for the same content, and read back as they were', async () => {
    const { files, list } = place;
    const content = Buffer.from([0, 255, 10, 13, 128]);
    const hash = await files.put(content);
    expect(await files.put(content)).toBe(hash);
    expect(await files.get(hash)).toEqual(content);
    expect(await list()).toEqual([`${hash.slice(0, 2)}/${hash}`]);
  });

  it('are not there when nobody put them, whatever the name', async () => {
    expect(await place.files.get('0'.repeat(64))).toBeNull();
    expect(await place.files.get('../../../../etc/passwd')).toBeNull();
  });

  it('are gone when they are removed, and so is what was not there', async () => {
    const hash = await place.files.put(Buffer.from('for a while'));
    await place.files.remove(hash);
    expect(await place.files.get(hash)).toBeNull();
    await place.files.remove(hash);
    await place.files.remove('../minerx');
  });

  it('are refused when somebody has changed them', async () => {
    const hash = await place.files.put(Buffer.from('a picture'));
    await place.change(`${hash.slice(0, 2)}/${hash}`, 'another');
    await expect(place.files.get(hash)).rejects.toMatchObject({ reason: 'malformed' });
  });
});

describe('files on the disk alone', () => {
  it('are for their owner only', async () => {
    const directory = join(folder, 'owned');
    const hash = await createDiskFiles({ sourceId: 'files', directory }).put(Buffer.from('a picture'));
    expect(statSync(join(directory, hash.slice(0, 2), hash)).mode & 0o077).toBe(0);
  });

  it('say so when the disk cannot be written', async () => {
    const directory = join(folder, 'in-the-way');
    writeFileSync(directory, 'in the way');
    const put = createDiskFiles({ sourceId: 'files', directory }).put(Buffer.from('x'));
    await expect(put).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('files in a bucket alone', () => {
  const answering = async (answer: (server: Server) => void, timeoutMs = 10_000): Promise<FileStore> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    answer(server);
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://key:se%2Fcret@127.0.0.1:${(server.address() as AddressInfo).port}/minerx?region=eu-central-1`;
    return createS3Files({ sourceId: 'files', url, timeoutMs });
  };

  it('are asked for with a signature of the key, and never with the secret', async () => {
    const asked: string[] = [];
    const files = await answering((server) =>
      server.on('request', (request, response) => {
        asked.push(`${request.url} ${request.headers.authorization}`);
        response.end();
      }),
    );
    await files.put(Buffer.from('x'));
    expect(asked).toEqual([
      expect.stringMatching(
        /^\/minerx\/2d\/2d7116\w+ AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-central-1\/s3\/aws4_request, /,
      ),
    ]);
    expect(asked.join()).not.toContain('cret,');
  });

  it.each([
    ['refused', 403, 'AccessDenied'],
    ['refused', 404, '<Code>NoSuchBucket</Code>'],
    ['refused', 503, 'SlowDown'],
  ])('are %s with %s %s, and not taken for missing', async (reason, status, words) => {
    const files = await answering((server) =>
      server.on('request', (_, response) => response.writeHead(status).end(words)),
    );
    await expect(files.get('0'.repeat(64))).rejects.toMatchObject({ reason });
    await expect(files.put(Buffer.from('x'))).rejects.toMatchObject({ reason });
  });

  it('say so when nobody answers, or not in time', async () => {
    const silent = await answering(() => undefined, 200);
    await expect(silent.get('0'.repeat(64))).rejects.toMatchObject({ reason: 'timeout' });
    const nobody = createS3Files({ sourceId: 'files', url: 'http://k:s@127.0.0.1:9/minerx' });
    await expect(nobody.put(Buffer.from('x'))).rejects.toMatchObject({ reason: 'unreachable' });
  });
});
