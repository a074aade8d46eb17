import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFinal, shotOf } from './scene.ts';
import type { Asked } from './scene.ts';
import { openLine, volley } from './volley.ts';
import type { Told } from './volley.ts';
import { purchaseX1 } from './world.ts';

export const BUYERS = 24;
const PATIENCE_MS = 60_000;
const ASK_AGAIN_MS = 200;
const MAIL_EVERY_MS = 2500;

/** A miner, placed at once or waiting for stock: nobody brings sixty thousand machines. */
export const BODY = purchaseX1({ accept_waiting: true });

export type Phase = 'room' | 'full' | 'room again';

/** What members and visitors were told. */
export interface Seen {
  /** Answers by phase and "status code". */
  readonly answers: Record<Phase, Map<string, number>>;
  slowestMs: Record<Phase, number>;
  health: number;
  unhealthy: number;
  /** Addresses that were told that a mail is on its way. */
  readonly mails: string[];
  askedMails: number;
}

export const nothingSeen = (): Seen => ({
  answers: { room: new Map(), full: new Map(), 'room again': new Map() },
  slowestMs: { room: 0, full: 0, 'room again': 0 },
  health: 0,
  unhealthy: 0,
  mails: [],
  askedMails: 0,
});

/** Members who buy one after the other, each asking again under the same key while the answer is "not now"; visitors who ask for mails. */
export const startAsking = (scene: Asked, seen: Seen, phase: () => Phase) => {
  let over = false;
  const told: { at: number; ok: boolean }[] = [];
  const url = `http://127.0.0.1:${scene.server.port}`;
  const buyer = async (n: number): Promise<void> => {
    const line = openLine(scene.server.port);
    while (!over) {
      const racer = scene.racers[n % scene.racers.length]!;
      const shot = shotOf(racer, randomUUID(), BODY);
      scene.journal.asked(shot, racer.memberId);
      for (let answer: Told | undefined; !over && (answer === undefined || !isFinal(answer));) {
        if (answer !== undefined) await sleep(ASK_AGAIN_MS);
        const asked = phase();
        const since = performance.now();
        [answer] = (await volley([line], [{ ...shot, token: shotOf(racer, shot.key).token }])) as [Told];
        const took = performance.now() - since;
        scene.journal.told(shot.key, answer);
        const name = `${answer.status} ${answer.code}`;
        const counts = seen.answers[asked];
        counts.set(name, (counts.get(name) ?? 0) + 1);
        seen.slowestMs[asked] = Math.max(seen.slowestMs[asked], took);
        told.push({ at: performance.now(), ok: answer.code === 'ok' && answer.status === 200 });
      }
    }
    line.close();
  };
  const health = async (): Promise<void> => {
    while (!over) {
      const up = await fetch(`${url}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      seen.health += 1;
      if (!up) seen.unhealthy += 1;
      await sleep(100);
    }
  };
  const reader = async (): Promise<void> => {
    while (!over) {
      const address = `${randomUUID()}@${randomUUID().slice(0, 8)}.example`;
      const body = JSON.stringify({ member_username: 'Drill', member_email: address });
      const headers = { 'content-type': 'application/json' };
      const asked = await fetch(`${url}/api/member/signup/request/code`, { method: 'POST', body, headers }).catch(
        () => null,
      );
      seen.askedMails += 1;
      if (asked?.status === 200) seen.mails.push(address);
      await sleep(MAIL_EVERY_MS);
    }
  };
  const work = Promise.all([health(), reader(), ...Array.from({ length: BUYERS }, (_, n) => buyer(n))]);
  return {
    firstRightAfter: async (moment: number): Promise<number> => {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
        const right = told.find(({ at, ok }) => ok && at > moment);
        if (right !== undefined) return right.at - moment;
      }
      return Infinity;
    },
    stop: async (): Promise<void> => {
      over = true;
      await work;
    },
  };
};
