import { describe, expect, it } from 'vitest';
import { askOnce } from './ask-once.ts';

/** An answer other than success, as the calls throw it. */
class Refused extends Error {
  readonly isUncertain: boolean;
  constructor(isUncertain: boolean) {
    super('refused');
    this.isUncertain = isUncertain;
  }
}

const lost = () => new Refused(true);
const refused = () => new Refused(false);
let made = 0;
const newKey = () => `key-${++made}`;

/** A server that answers as told, and notes the keys it saw. */
function server(...answers: (() => Refused | string)[]) {
  const keys: string[] = [];
  const send = (key: string): Promise<string> => {
    const answer = answers[Math.min(keys.length, answers.length - 1)]!();
    keys.push(key);
    return answer instanceof Refused ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { keys, send };
}

describe('an intent that must have one effect', () => {
  it('asks again under the same key after a lost answer, and gives the true outcome', async () => {
    const { keys, send } = server(lost, lost, () => 'paid');
    expect(await askOnce({ intent: 'activate:1', send, newKey, pausesMs: [0, 0] })).toBe('paid');
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });

  it('keeps the key for the next press when nobody answers', async () => {
    const { keys, send } = server(lost);
    await expect(askOnce({ intent: 'activate:2', send, newKey, pausesMs: [0] })).rejects.toThrow('refused');
    await expect(askOnce({ intent: 'activate:2', send, newKey, pausesMs: [0] })).rejects.toThrow('refused');
    expect(new Set(keys).size).toBe(1);
  });

  it('does not ask again after a refusal, and the next press is a new intent', async () => {
    const { keys, send } = server(refused);
    await expect(askOnce({ intent: 'activate:3', send, newKey, pausesMs: [0] })).rejects.toThrow('refused');
    await expect(askOnce({ intent: 'activate:3', send, newKey, pausesMs: [0] })).rejects.toThrow('refused');
    expect(new Set(keys).size).toBe(2);
    expect(keys).toHaveLength(2);
  });
});
