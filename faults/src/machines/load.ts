import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BODY } from '../disk-asking.ts';
import { isFinal, shotOf } from '../scene.ts';
import type { Asked } from '../scene.ts';
import type { Told } from '../volley.ts';

const BUYERS = 8;
const LOOKING = 4;
const SOCKETS = 90;
const PAUSE_MS = 40;
const ASK_AGAIN_MS = 100;
const ANSWER_MS = 15_000;
/** As the app waits before it comes back (`apps/web/src/feeds/connection.ts`). */
const COME_BACK_MS = 1500;

/** What happened at which moment, since the start of this program. */
export interface Happened {
  /** Purchases that were confirmed. */
  readonly bought: number[];
  /** Looks and purchases that got an answer that is one. */
  answered: number;
  readonly failed: { at: number; what: string }[];
  readonly closed: number[];
  readonly returned: number[];
}

/** Members who buy through the proxy, each asking again under the same key while there is no answer; others who look, and sockets that come back. */
export const startLoad = (scene: Asked) => {
  const url = `http://127.0.0.1:${scene.server.port}`;
  const seen: Happened = { bought: [], answered: 0, failed: [], closed: [], returned: [] };
  let over = false;

  const ask = async (path: string, token: string, purchase?: { key: string; body: object }): Promise<Told> => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(purchase && { 'idempotency-key': purchase.key, 'content-type': 'application/json' }),
    };
    const request = purchase
      ? { method: 'POST', body: JSON.stringify(purchase.body), headers, signal }
      : { headers, signal };
    try {
      const answer = await fetch(`${url}/api/${path}`, request);
      const { err_code: code, result } = (await answer.json()) as { err_code?: string; result?: unknown };
      return { status: answer.status, code: code ?? 'ok', result: result === undefined ? '' : JSON.stringify(result) };
    } catch {
      return { status: 0, code: 'no answer', result: '' };
    }
  };
  const note = ({ status, code }: Told, kind: string): void => {
    if (status === 0 || status >= 500) seen.failed.push({ at: performance.now(), what: `${kind} ${status} ${code}` });
    else seen.answered += 1;
  };
  const buyer = async (n: number): Promise<void> => {
    while (!over) {
      const racer = scene.racers[n]!;
      const shot = shotOf(racer, randomUUID(), BODY);
      scene.journal.asked(shot, racer.memberId);
      for (let answer: Told | undefined; !over && (answer === undefined || !isFinal(answer));) {
        if (answer !== undefined) await sleep(ASK_AGAIN_MS);
        answer = await ask(shot.path, shotOf(racer, shot.key).token, shot);
        scene.journal.told(shot.key, answer);
        note(answer, 'purchase');
        if (answer.code === 'ok') seen.bought.push(performance.now());
      }
      await sleep(PAUSE_MS);
    }
  };
  const reader = async (n: number): Promise<void> => {
    while (!over) {
      note(await ask('wallet/all', shotOf(scene.racers[n]!, '').token), 'look');
      await sleep(PAUSE_MS);
    }
  };
  const sockets = holdSockets(url, seen);
  const work = Promise.all([
    ...Array.from({ length: BUYERS }, (_, n) => buyer(n)),
    ...Array.from({ length: LOOKING }, (_, n) => reader(n)),
  ]);
  return {
    seen,
    open: sockets.open,
    allOpen: SOCKETS,
    stop: async (): Promise<void> => {
      over = true;
      await Promise.all([work, sockets.stop()]);
    },
  };
};

/** Each comes back as the app does. */
const holdSockets = (url: string, seen: Happened) => {
  let over = false;
  const sockets = new Set<WebSocket>();
  const hold = async (): Promise<void> => {
    while (!over) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/spot`);
      sockets.add(socket);
      await new Promise<void>((resolve) => {
        socket.addEventListener('open', () => (over ? socket.close() : seen.returned.push(performance.now())));
        for (const end of ['close', 'error'] as const) socket.addEventListener(end, () => resolve());
      });
      sockets.delete(socket);
      if (over) return;
      seen.closed.push(performance.now());
      await sleep(COME_BACK_MS * (1 + Math.random() * 0.5));
    }
  };
  const held = Promise.all(Array.from({ length: SOCKETS }, hold));
  return {
    open: (): number => [...sockets].filter(({ readyState }) => readyState === WebSocket.OPEN).length,
    stop: async (): Promise<void> => {
      over = true;
      for (const socket of sockets) socket.close();
      await held;
    },
  };
};
