import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const tokenOf = (sub: string): string => `h.${btoa(JSON.stringify({ sub, iat: 1, exp: 601 }))}.s`;

/** What `Object.keys` shows of a real storage: its entries. */
function makeStorage(): Storage {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => entries[name] ?? null,
    setItem: (name: string, value: string) => void (entries[name] = value),
    removeItem: (name: string) => void delete entries[name],
  };
  return new Proxy(entries, {
    get: (_, name) => methods[name as keyof typeof methods] ?? entries[name as string],
  }) as unknown as Storage;
}

class Channel extends EventTarget {
  static readonly open = new Set<Channel>();
  constructor() {
    super();
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** A tab with a storage of its own; all of them share the device's. */
async function openTab() {
  vi.resetModules();
  const own = makeStorage();
  vi.stubGlobal('sessionStorage', own);
  const session = await import('./session.ts');
  return { ...session, own };
}

beforeEach(() => {
  Channel.open.clear();
  vi.stubGlobal('localStorage', makeStorage());
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('indexedDB', { deleteDatabase: vi.fn() });
});
afterEach(() => vi.unstubAllGlobals());

const VOUCHER = 'minerx:draft:voucher';

describe('a page that came with its figures', () => {
  it('is left when the member leaves in another tab before this one has a token, and is nobody else’s', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.holdSession(tokenOf('7'));
    // Its token is still on its way.
    const waiting = await openTab();
    const ends: string[] = [];
    waiting.onSessionEnd((why) => void ends.push(why));
    localStorage.setItem('minerx:session', '7');
    expect([waiting.showProven('8'), waiting.showProven('7')]).toEqual([false, true]);
    second.endSession('left');
    expect(ends).toEqual(['left']);
    // The next member's token comes to a page that shows nothing any more.
    first.holdSession(tokenOf('8'));
    expect([ends, waiting.sessionOwner()]).toEqual([['left'], '8']);
  });

  it('is not shown in a tab that keeps what another member typed', async () => {
    const tab = await openTab();
    tab.own.setItem('minerx:owner', '7');
    localStorage.setItem('minerx:session', '8');
    expect(tab.showProven('8')).toBe(false);
  });
});

describe('what a tab keeps of a member', () => {
  it('goes when the member leaves, drafts of screens that are not open included', async () => {
    const tab = await openTab();
    tab.holdSession(tokenOf('7'));
    tab.own.setItem(VOUCHER, '{"code":"ABCD-EFGH"}');
    tab.own.setItem('minerx:purchase:x1', '{}');
    localStorage.setItem('minerx:own:code:withdrawal', '{}');
    localStorage.setItem('minerx:theme', 'light');
    tab.endSession('left');
    expect([Object.keys(tab.own), Object.keys(localStorage)]).toEqual([[], ['minerx:theme']]);
  });

  it('stays for the same member when the server has ended the session, and for nobody else', async () => {
    const tab = await openTab();
    tab.holdSession(tokenOf('7'));
    tab.own.setItem(VOUCHER, 'typed');
    tab.endSession('refused');
    tab.holdSession(tokenOf('7'));
    expect(tab.own.getItem(VOUCHER)).toBe('typed');
    tab.endSession('refused');
    tab.holdSession(tokenOf('8'));
    expect([tab.own.getItem(VOUCHER), tab.sessionOwner()]).toEqual([null, '8']);
  });

  it('goes when another member takes the place of this one, here or in another tab', async () => {
    const tab = await openTab();
    const ended = vi.fn(() => expect(tab.hasSession()).toBe(true));
    tab.onSessionEnd(ended);
    tab.holdSession(tokenOf('7'));
    tab.holdSession(tokenOf('7'));
    expect(ended).not.toHaveBeenCalled();
    tab.own.setItem(VOUCHER, 'typed');
    new Channel().postMessage({ kind: 'token', access: { token: tokenOf('8'), usableUntil: Infinity } });
    expect([tab.own.getItem(VOUCHER), ended.mock.calls.length, tab.sessionOwner()]).toEqual([null, 1, '8']);
    expect(tab.usableToken()).toBe(tokenOf('8'));
    expect(indexedDB.deleteDatabase).toHaveBeenCalledWith('minerx:answers');
  });
});
