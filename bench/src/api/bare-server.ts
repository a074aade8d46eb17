import '../../../scripts/pinned-node.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * What a server on Node's own HTTP and this driver costs at least that asks each statement by itself: it takes a request whole, asks the statements
 * that ours asks for it, and answers with an answer of ours, head and bytes. No session, no schema, no JSON, nothing compressed.
 */
export interface BareInput {
  readonly url: string;
  readonly connections: number;
  /** One after the other; `$1` is a member of these. */
  readonly statements: readonly string[];
  readonly members: readonly [first: number, count: number];
  /** Names and values in turn. */
  readonly head: readonly string[];
  /** Base64. */
  readonly body: string;
}

let pool: pg.Pool | undefined;
let input: BareInput | undefined;
let asked = 0;

const answer = async ({ statements, members: [first, count] }: BareInput): Promise<void> => {
  const member = first + (asked++ % count);
  for (const [place, text] of statements.entries())
    await pool!.query({ name: `s${place}`, text, values: text.includes('$1') ? [member] : [] });
};

const server = createServer((request, response) => {
  request.on('data', () => undefined);
  request.on('end', () => {
    const { head, body } = input!;
    void answer(input!).then(() => {
      response.writeHead(200, [...head]);
      response.end(Buffer.from(body, 'base64'));
    });
  });
});

const take = async (next: BareInput): Promise<void> => {
  await pool?.end();
  input = next;
  pool = new pg.Pool({ connectionString: next.url, max: next.connections });
  process.send!((server.address() as AddressInfo).port);
};

process.on('message', (next: BareInput) => void take(next));
server.listen(0, '127.0.0.1');
