import { expect, it, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { codeWait, codeWaitLabel, keptCodeWait } from './code-wait.ts';

vi.mock('virtual:language-cookie', () => ({ default: { name: 'language', values: {} } }));
vi.mock('virtual:locale-files', () => ({ default: {} }));

it('a wait for the next code is as long as the server says, and is told in seconds or minutes', () => {
  const t = (key: string, values: object): string => `${key} ${JSON.stringify(values)}`;
  const label = (seconds: number): string => codeWaitLabel(t as never, seconds);
  expect(codeWait(new Refusal({ code: 'err_code_wait', retryAfter: 2911 }))).toBe(2911);
  expect(label(59)).toBe('session.code.wait {"seconds":59}');
  expect(label(2911)).toBe('session.code.waitMinutes {"minutes":49}');
});

it('a wait is kept for its purpose alone', () => {
  const kept = new Map<string, unknown>();
  const storage = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, value: unknown) => void kept.set(name, value),
    drop: (name: string) => void kept.delete(name),
  };
  const until = Date.now() + 59_000;
  keptCodeWait('withdrawal', storage).write(until);
  expect(keptCodeWait('withdrawal', storage).read()).toBe(until);
  expect(keptCodeWait('withdrawal-address', storage).read()).toBe(0);
});

it('a wait is kept on the device for its member alone', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
  /** Signed in on this device. */
  const as = (owner: string) => {
    kept.set('minerx:session', owner);
    return keptCodeWait('withdrawal');
  };
  const until = Date.now() + 59_000;
  as('1').write(until);
  expect(as('1').read()).toBe(until);
  expect(as('2').read()).toBe(0);
  kept.set('minerx:own:code:withdrawal', '{oops');
  expect(as('1').read()).toBe(0);
  vi.unstubAllGlobals();
});
