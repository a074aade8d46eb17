import { makeStore } from './storage/store.ts';

/** Tells the early script and the next start that a refresh cookie exists; the cookie itself is HttpOnly. */
const MARKER = 'minerx:session';
/** Database of the last answers (base/storage/kept-answers.ts): it ends with the session, whoever has opened it. */
export const KEPT_ANSWERS = 'minerx:answers';
/** How names of what the device keeps of a member begin, beyond its tabs: it ends with the session. */
export const OWN_ON_DEVICE = 'minerx:own:';
/** Of this tab: the announcement was shown in this session. */
const ANNOUNCED = 'minerx:announced';
/** Of this tab: whose drafts and unanswered questions it keeps. */
const TAB_OWNER = 'minerx:owner';

interface AccessToken {
  token: string;
  /** Milliseconds since 1970; a little before the server's own end. */
  usableUntil: number;
}

type TabMessage = { kind: 'token'; access: AccessToken } | { kind: 'out' };

type SessionEnd = 'left' | 'refused';

const access = makeStore<AccessToken | null>(null);
/** Whether this page shows a member's figures: before it holds a token, those that came with it. */
let isShowing = false;
const endListeners = new Set<(why: SessionEnd) => void>();
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('minerx:session') : null;

tabs?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
  if (event.data.kind === 'token') take(event.data.access);
  else end('left');
});

/** Renewing starts this long before the token's end, so that no call is sent with one that dies on the way. */
const MARGIN_MS = 20_000;

interface Claims {
  exp?: number;
  iat?: number;
  sub?: string;
}

/** What a JWT says of itself; nothing when it is opaque. */
function claimsOf(token: string): Claims {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}

/** When a token ends, by its own claim; ten minutes from now when it has none. Trusts the duration, not the device's clock. */
const endOf = ({ exp, iat }: Claims): number => Date.now() + (exp && iat ? (exp - iat) * 1000 : 600_000);

const ownerOf = (token: string): string => claimsOf(token).sub ?? '1';

/** Everything that this tab keeps and what the device keeps of a member, whichever screen has written it: that screen may not be open to drop it. */
function forgetMember(): void {
  for (const [storage, begin] of [[sessionStorage, 'minerx:'] as const, [localStorage, OWN_ON_DEVICE] as const])
    for (const name of Object.keys(storage)) if (name.startsWith(begin)) storage.removeItem(name);
}

/** Another member's session in the place of this tab's last one is the end of that one: nothing of it stays. */
function take(held: AccessToken): void {
  const was = hasSession() || isShowing;
  isShowing = true;
  const owner = ownerOf(held.token);
  const isOther = (sessionStorage.getItem(TAB_OWNER) ?? owner) !== owner;
  if (isOther) {
    forgetMember();
    globalThis.indexedDB?.deleteDatabase(KEPT_ANSWERS);
  }
  sessionStorage.setItem(TAB_OWNER, owner);
  localStorage.setItem(MARKER, owner);
  access.set(held);
  if (isOther && was) for (const listener of endListeners) listener('left');
}

function end(why: SessionEnd): void {
  const was = hasSession() || isShowing;
  isShowing = false;
  access.set(null);
  localStorage.removeItem(MARKER);
  sessionStorage.removeItem(ANNOUNCED);
  // Whose session the server has ended may come back and go on; `take` sees to it that nobody else does.
  if (why === 'left') forgetMember();
  globalThis.indexedDB?.deleteDatabase(KEPT_ANSWERS);
  if (was) for (const listener of endListeners) listener(why);
}

/** Whether this session has seen the announcement popup. */
export const isAnnounced = (): boolean => sessionStorage.getItem(ANNOUNCED) !== null;

export const noteAnnounced = (): void => sessionStorage.setItem(ANNOUNCED, '1');

/** True when this browser holds a session, as far as it can know without asking. */
export const hasSession = (): boolean => access.get() !== null || localStorage.getItem(MARKER) !== null;

/** Whether a page of this member, as the server has known them, may be shown here without asking; from now on it is. */
export function showProven(owner: string): boolean {
  if (owner !== sessionOwner() || (sessionStorage.getItem(TAB_OWNER) ?? owner) !== owner) return false;
  isShowing = true;
  sessionStorage.setItem(TAB_OWNER, owner);
  return true;
}

/** Whose session it is, for telling members apart on one device; null without one. */
export const sessionOwner = (): string | null => localStorage.getItem(MARKER);

/** The access token, or null when it is missing or about to end. */
export function usableToken(): string | null {
  const held = access.get();
  return held && held.usableUntil > Date.now() + MARGIN_MS ? held.token : null;
}

/** Takes the token of a sign-in or a refresh, and lends it to the other tabs. */
export function holdSession(accessToken: string): void {
  const held = { token: accessToken, usableUntil: endOf(claimsOf(accessToken)) };
  take(held);
  tabs?.postMessage({ kind: 'token', access: held } satisfies TabMessage);
}

/** Ends the session in every tab. `refused`: the server no longer accepts it. */
export function endSession(why: SessionEnd): void {
  tabs?.postMessage({ kind: 'out' } satisfies TabMessage);
  end(why);
}

/** Calls back when a session ended, here or in another tab. */
export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}
