import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

/** Made once, so it may cost: the smallest that the library can. */
const compressed = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
};

/** The first of ours that the header takes; `q=0` is a no. */
const encodingFor = (header: string | undefined, offered: readonly Encoding[]): Encoding => {
  const taken = (header ?? '')
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''))
    .map(([name]) => name!.trim().toLowerCase());
  return offered.find((name) => taken.includes(name)) ?? 'identity';
};

/** Whether the asker has these very bytes; a weak mark is good enough for reading. */
const hasAlready = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((mark) => mark.trim().replace(/^W\//, '') === etag);

/** A text that anybody may have: hashed once, and compressed once in each way that somebody takes. */
export class PackedText {
  readonly text: string;
  readonly #etag: string;
  readonly #type: string;
  readonly #offered: readonly Encoding[];
  readonly #bytes = new Map<Encoding, Promise<Buffer>>();

  /** @param offered the ways in which it is compressed, best first: where many texts are asked for, Brotli costs too much */
  constructor(text: string, type: string, offered: readonly Encoding[] = ['br', 'gzip']) {
    this.text = text;
    this.#etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    this.#type = type;
    this.#offered = offered;
  }

  /** Answers with it, or with nothing to who has it. How long it may be kept, the caller says. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('etag', this.#etag).header('vary', 'accept-encoding');
    if (hasAlready(request.headers['if-none-match'], this.#etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers['accept-encoding'], this.#offered);
    let bytes = this.#bytes.get(encoding);
    if (bytes === undefined) this.#bytes.set(encoding, (bytes = compressed[encoding](Buffer.from(this.text))));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(this.#type).send(await bytes);
  }
}

/**
 * An answer that is the same for everybody and seldom changes: made, hashed and compressed once, so that anybody may ask for
 * it as often as the limit lets them. Never for what belongs to a member.
 */
export class ConstantAnswer {
  readonly #load: () => Promise<unknown> | unknown;
  readonly #maxAgeMs: number;
  #held: { packed: Promise<PackedText>; at: number } | null = null;

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
    const held = await this.#current();
    return held.send(request, reply.header('cache-control', 'no-cache'));
  }

  #current(): Promise<PackedText> {
    const now = performance.now();
    if (this.#held !== null && now - this.#held.at < this.#maxAgeMs) return this.#held.packed;
    const mine = { packed: this.#renew(this.#held?.packed), at: now };
    this.#held = mine;
    mine.packed.catch(() => {
      if (this.#held === mine) this.#held = null; // A failure is not kept.
    });
    return mine.packed;
  }

  async #renew(before: Promise<PackedText> | undefined): Promise<PackedText> {
    const text = JSON.stringify(await this.#load());
    const last = await before?.catch(() => undefined);
    return last?.text === text ? last : new PackedText(text, 'application/json; charset=utf-8');
  }
}
