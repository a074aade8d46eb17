import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

interface Built {
  text: string;
  etag: string;
  bytes: Record<Encoding, Buffer>;
}

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Made once, so it may cost: the smallest that the library can. */
const build = async (text: string): Promise<Built> => {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([
    compressed.br(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    compressed.gzip(identity, { level: 9 }),
  ]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { text, etag, bytes: { br, gzip: gz, identity } };
};

/** The first of ours that the header takes; `q=0` is a no. */
const encodingFor = (header: string | undefined): Encoding => {
  const taken = (header ?? '')
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''))
    .map(([name]) => name!.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((name) => taken.includes(name)) ?? 'identity';
};

/** Whether the asker has these very bytes; a weak mark is good enough for reading. */
const hasAlready = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((mark) => mark.trim().replace(/^W\//, '') === etag);

/**
 * An answer that is the same for everybody and seldom changes: made, hashed and compressed once, so that anybody may ask for
 * it as often as the limit lets them. Never for what belongs to a member.
 */
export class ConstantAnswer {
  readonly #load: () => Promise<unknown> | unknown;
  readonly #maxAgeMs: number;
  #held: { built: Promise<Built>; at: number } | null = null;

  /** @param maxAgeMs after this it is loaded again, and compressed again only if it changed: a bus may lose the news of it. */
  constructor(load: () => Promise<unknown> | unknown, maxAgeMs = Infinity) {
    this.#load = load;
    this.#maxAgeMs = maxAgeMs;
  }

  /** The next who asks gets it anew. */
  forget(): void {
    this.#held = null;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { etag, bytes } = await this.#current();
    reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding');
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.type('application/json; charset=utf-8');
    return reply.send(bytes[encoding]);
  }

  #current(): Promise<Built> {
    const now = performance.now();
    if (this.#held !== null && now - this.#held.at < this.#maxAgeMs) return this.#held.built;
    const mine = { built: this.#renew(this.#held?.built), at: now };
    this.#held = mine;
    mine.built.catch(() => {
      if (this.#held === mine) this.#held = null; // A failure is not kept.
    });
    return mine.built;
  }

  async #renew(before: Promise<Built> | undefined): Promise<Built> {
    const text = JSON.stringify(await this.#load());
    const last = await before?.catch(() => undefined);
    return last?.text === text ? last : build(text);
  }
}
