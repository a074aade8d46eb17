import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Shot, Told } from './volley.ts';

/** What the client's journal says of one key. */
export interface Entry {
  readonly key: string;
  readonly memberId: string;
  /** SHA-256 of the body that was sent, without the PIN. */
  readonly body: string;
  /** Every answer in order; status 0 is none. */
  readonly answers: readonly Told[];
}

/** The client's own record on disk of what it asked for and what it was told; written before sending, and on answering. */
export interface Journal {
  asked(shot: Shot, memberId: bigint): void;
  told(key: string, answer: Told): void;
  /** Reads everything back from the disk. */
  read(): Map<string, Entry>;
  close(): void;
}

export const openJournal = (file: string): Journal => {
  const handle = openSync(file, 'wx', 0o600);
  const write = (line: object): void => void writeSync(handle, `${JSON.stringify(line)}\n`);
  return {
    asked: ({ key, body }, memberId) => {
      const { member_security_pin: _, ...rest } = body as Record<string, unknown>;
      const hash = createHash('sha256').update(JSON.stringify(rest)).digest('hex');
      write({ asked: key, memberId: String(memberId), body: hash });
    },
    told: (key, answer) => write({ told: key, answer }),
    read: () => read(readFileSync(file, 'utf8')),
    close: () => closeSync(handle),
  };
};

type Written = { asked: string; memberId: string; body: string } | { told: string; answer: Told };

const read = (text: string): Map<string, Entry> => {
  const entries = new Map<string, Entry & { answers: Told[] }>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const written = JSON.parse(line) as Written;
    if ('asked' in written)
      entries.set(written.asked, { key: written.asked, memberId: written.memberId, body: written.body, answers: [] });
    else entries.get(written.told)!.answers.push(written.answer);
  }
  return entries;
};

/** Whether the client was told that it is done. */
export const isAcknowledged = ({ answers }: Entry): boolean => answers.some(({ code }) => code === 'ok');
