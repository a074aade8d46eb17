import type { memberProfile } from '@minerx/contract/profile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../i18n/texts.ts', () => ({ isTextKey: () => false }));

const answer = (result: unknown, status = 200) =>
  new Response(JSON.stringify(status < 300 ? { result } : { err_code: 'err_session_ended', err_msg: '' }), { status });

const asked: string[] = [];
let answers: Record<string, () => Response>;

/** The module as a page that has just been opened holds it. */
async function open(early: Record<string, Promise<Response>>) {
  vi.resetModules();
  (globalThis as unknown as { window: object }).window = { minerxEarly: { answers: early, screen: () => undefined } };
  localStorage.setItem('minerx:session', '1');
  const api = await import('./api.ts');
  const session = await import('./session.ts');
  const profile = api.callOf<typeof memberProfile>('GET', 'member/profile', 'member');
  return { ...api, ...session, loadProfile: () => api.request(profile, {}) };
}

beforeEach(() => {
  asked.length = 0;
  answers = {
    'member/refresh': () => answer({ accessToken: 'fresh', refreshToken: '' }),
    'member/profile': () => answer({ member: { member_username: 'asked now' } }),
  };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  // Alone in its browser: no other tab listens.
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage(): void {}
    },
  );
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace('/api/', '');
    asked.push(path);
    return answers[path]!();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete (globalThis as { window?: object }).window;
});

const early = (username: string) => Promise.resolve(answer({ member: { member_username: username } }));
const token = () => Promise.resolve(answer({ accessToken: 'early', refreshToken: '' }));

describe('what the early script of index.html has asked for', () => {
  it('is taken instead of asking again, once', async () => {
    const page = await open({ 'member/refresh': token(), 'member/profile': early('asked early') });
    expect(await page.loadProfile()).toEqual({ member: { member_username: 'asked early' } });
    expect(asked).toEqual([]);
    expect(await page.loadProfile()).toEqual({ member: { member_username: 'asked now' } });
    expect(asked).toEqual(['member/profile']);
  });

  it('needs no session of its own when it came with the page', async () => {
    const { loadProfile, usableToken } = await open({ 'member/profile': early('of the page') });
    expect(await loadProfile()).toEqual({ member: { member_username: 'of the page' } });
    expect([asked, usableToken()]).toEqual([[], null]);
    expect(await loadProfile()).toEqual({ member: { member_username: 'asked now' } });
    expect(asked).toEqual(['member/refresh', 'member/profile']);
  });

  it('is old when nobody has asked for it by the time the first screen stands', async () => {
    const { loadProfile, dropEarly } = await open({ 'member/profile': early('of the page') });
    dropEarly();
    expect(await loadProfile()).toEqual({ member: { member_username: 'asked now' } });
  });

  it('is asked again in the usual way when its early question failed', async () => {
    const failed = Promise.reject<Response>(new TypeError('Failed to fetch'));
    failed.catch(() => undefined);
    const page = await open({ 'member/refresh': token(), 'member/profile': failed });
    expect(await page.loadProfile()).toEqual({ member: { member_username: 'asked now' } });
  });

  it('never reaches the next member of the device', async () => {
    const page = await open({ 'member/refresh': token(), 'member/profile': early('the last member') });
    page.endSession('left');
    page.holdSession('of the next one');
    expect(await page.loadProfile()).toEqual({ member: { member_username: 'asked now' } });
  });

  // proves 8: a refused refresh signs out
  it('ends the session when the early renewal was refused', async () => {
    const refused = Promise.resolve(answer(null, 401));
    const page = await open({ 'member/refresh': refused });
    await expect(page.loadProfile()).rejects.toMatchObject({ code: 'err_session_ended' });
    expect(page.hasSession()).toBe(false);
    expect(asked).toEqual([]);
  });
});
