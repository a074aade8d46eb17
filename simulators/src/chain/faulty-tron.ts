import type { Server } from 'node:http';
import { createChances } from '../program/chances.ts';
import { closeServer, createJsonServer, listen, Refused, type Answer, type Question } from '../program/json-http.ts';
import { answerTo } from './tron-answers.ts';
import type { TronState } from './tron-state.ts';

/** How a node of TRON misbehaves: chances in [0, 1] for one request. */
export type TronFaults = {
  /** Nothing is answered. */
  lose: number;
  /** What a list holds is told twice. */
  twice: number;
  /** What a list holds is told in another order. */
  reorder: number;
  /** It tells of a chain some blocks ago. */
  stale: number;
  /** It makes blocks, outcomes and events up. */
  lie: number;
  /** It asks to wait: as proxies do (429), or as TronGrid does (403). */
  busy: number;
};

const HONEST: TronFaults = { lose: 0, twice: 0, reorder: 0, stale: 0, lie: 0, busy: 0 };

export type FaultyTron = {
  /** One address a node; all of them tell of the same chain. */
  urls: string[];
  /** The port of the first one. */
  port: number;
  /** Another behaviour for a node from now on. */
  setFaults(node: number, faults: Partial<TronFaults>): void;
  /** Lets a node stand still where the chain is now; false lets it go on. */
  stand(node: number, still: boolean): void;
  /** What happened to requests so far, by fault. */
  counts: Record<string, number>;
  /** The newest `TRON-PRO-API-KEY` that a node was told. */
  keys: (string | undefined)[];
  stop(): Promise<void>;
};

type Input = {
  seed?: string;
  port?: number;
  /** Nodes without TronGrid's index: plain ones. */
  plain?: readonly number[];
  /** Answers what is no question of TRON's, such as a control; null: it is one. */
  before?: (question: Question) => Answer | null;
};

/** TRON as several nodes tell it, each as badly as it is told to. The same seed misbehaves in the same way. */
export const startFaultyTron = async (
  state: TronState,
  nodes: readonly Partial<TronFaults>[],
  { seed = 'tron', port = 0, plain = [], before }: Input = {},
): Promise<FaultyTron> => {
  const { happens: chance, set, counts, asked } = createChances(seed, HONEST, nodes);
  const standing: (number | null)[] = nodes.map(() => null);
  const keys: (string | undefined)[] = nodes.map(() => undefined);

  const answer = (node: number, question: Question): Answer | null => {
    const control = before?.(question);
    if (control) return control;
    keys[node] = question.headers['tron-pro-api-key'] as string | undefined;
    if (chance('lose', node)) return null;
    if (chance('busy', node)) throw busy(asked());
    if (plain.includes(node) && question.path.startsWith('/v1/')) throw new Refused(404, { error: 'Not Found' });
    const still = standing[node] ?? state.head.number;
    const behind =
      state.head.number - Math.min(still, state.head.number) + (chance('stale', node) ? 1 + (asked() % 3) : 0);
    let body = answerTo(state, question, behind);
    if (chance('twice', node)) body = changeList(body, (list) => [...list, ...list]);
    if (chance('reorder', node)) body = changeList(body, (list) => list.toReversed());
    if (chance('lie', node)) body = lie(question.path, body, asked());
    return { body };
  };

  const servers: Server[] = [];
  const ports: number[] = [];
  for (const node of nodes.keys()) {
    const server = createJsonServer((question) => answer(node, question));
    ports.push(await listen(server, node === 0 ? port : 0));
    servers.push(server);
  }
  return {
    urls: ports.map((each) => `http://127.0.0.1:${each}`),
    port: ports[0]!,
    counts,
    keys,
    setFaults: set,
    stand: (node, still) => void (standing[node] = still ? state.head.number : null),
    stop: async () => void (await Promise.all(servers.map(closeServer))),
  };
};

const busy = (salt: number): Refused => {
  if (salt % 2 === 0) return new Refused(429, { error: 'Too Many Requests' }, { 'retry-after': '2' });
  const said = 'The key exceeds the frequency limit(15), and the query server is suspended for 5s';
  return new Refused(403, { success: false, error: said, statusCode: 403 });
};

/** Lists stand alone or as a page's data. */
const changeList = (body: unknown, change: (list: unknown[]) => unknown[]): unknown => {
  if (Array.isArray(body)) return change(body);
  const { data } = body as { data?: unknown[] };
  return data === undefined ? body : { ...(body as object), data: change(data) };
};

type Told = { blockID?: string; data?: unknown[]; receipt?: object; id?: string };

/** A well-formed answer that is not so. */
const lie = (path: string, body: unknown, salt: number): unknown => {
  const told = body as Told;
  if (Array.isArray(body)) return salt % 2 === 0 ? [] : body.map((each) => richer(each, salt));
  if (told.data !== undefined) return { ...told, data: [] };
  if (told.blockID !== undefined)
    return { ...told, blockID: told.blockID.slice(0, 16) + salt.toString(16).padStart(48, '0') };
  if (path.endsWith('infobyid')) return told.id === undefined || salt % 2 === 0 ? {} : richer(body, salt);
  return body;
};

/** The outcome of a transaction that moved more. */
const richer = (outcome: unknown, salt: number): unknown => {
  const { log, ...rest } = outcome as { log?: object[] };
  return { ...rest, log: (log ?? []).map((each) => ({ ...each, data: salt.toString(16).padStart(64, 'f') })) };
};
