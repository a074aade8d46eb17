import type { AwsClient } from 'aws4fetch';
import { OutsideFailure, type FailureReason } from '../failure.ts';
import { HASH, hashOf, type FileStore } from './port.ts';

interface S3FilesInput {
  readonly sourceId: string;
  /** `https://key:secret@host/bucket?region=…`: the bucket in the path, as all that speak S3 take it. */
  readonly url: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

/** Files in a bucket that all processes reach: `bucket/ab/abcdef…`. */
export const createS3Files = ({ sourceId, url, timeoutMs = TIMEOUT_MS }: S3FilesInput): FileStore => {
  const { origin, pathname, username, password, searchParams } = new URL(url);
  const fail = (reason: FailureReason, detail: string): never => {
    throw new OutsideFailure(sourceId, reason, detail);
  };

  let client: Promise<AwsClient> | undefined;
  /** What signs is loaded with the first file. */
  const open = async (): Promise<AwsClient> => {
    const { AwsClient } = await import('aws4fetch');
    return new AwsClient({
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      region: searchParams.get('region') ?? 'us-east-1',
      service: 's3',
      retries: 0,
    });
  };

  const ask = async (method: 'PUT' | 'GET' | 'DELETE', hash: string, body?: Buffer): Promise<Buffer | null> => {
    client ??= open();
    const address = `${origin}${pathname.replace(/\/$/, '')}/${hash.slice(0, 2)}/${hash}`;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await (await client).fetch(address, { method, signal, redirect: 'error', ...(body && { body }) });
      const content = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return content;
      // A bucket that is not there would make every file one that nobody put.
      if (method === 'GET' && answer.status === 404 && !content.includes('NoSuchBucket')) return null;
      return fail('refused', `${method} ${answer.status}`);
    } catch (error) {
      if (error instanceof OutsideFailure) throw error;
      return fail(signal.aborted ? 'timeout' : 'unreachable', (error as Error).name);
    }
  };

  return {
    kind: 's3',
    async put(content) {
      const hash = hashOf(content);
      await ask('PUT', hash, content);
      return hash;
    },
    async get(hash) {
      if (!HASH.test(hash)) return null;
      const content = await ask('GET', hash);
      if (content !== null && hashOf(content) !== hash) return fail('malformed', `${hash} was changed`);
      return content;
    },
    async remove(hash) {
      if (HASH.test(hash)) await ask('DELETE', hash);
    },
  };
};
