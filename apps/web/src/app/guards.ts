import { redirect } from '@tanstack/react-router';
import { dropEarly, isUnderMaintenance, renewSession, type Renewal } from '../base/api.ts';
import { hasSession, showProven, usableToken } from '../base/session.ts';

/** A path of ours to come back to after sign-in; anything that could lead elsewhere becomes undefined. */
export function safePath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  // The URL parser also strips tabs and turns backslashes around, so it is the judge of where a text leads.
  const url = URL.canParse(value, location.origin) ? new URL(value, location.origin) : null;
  if (url?.origin !== location.origin || url.pathname === '/login') return undefined;
  return url.pathname + url.search + url.hash;
}

/** Where nobody answers the screens open with what was known last. */
async function showKept(renewal: Renewal): Promise<void> {
  if (renewal === 'unreachable') await import('../base/storage/kept-answers.ts').then((file) => file.restoreAnswers());
}

/** Member area: a session, renewed once per start. When the server cannot be asked, the member stays and sees last values. */
export async function requireMember(href: string): Promise<void> {
  if (hasSession() && usableToken() !== null) return;
  const provenOf = window.minerxEarly?.of;
  delete window.minerxEarly?.of;
  if (provenOf !== undefined && showProven(provenOf)) {
    // Its screens have their answers: whoever asks for more waits for the new token.
    void renewSession().then(showKept);
    return;
  }
  if (provenOf !== undefined) dropEarly();
  const renewal = hasSession() ? await renewSession() : 'refused';
  await showKept(renewal);
  if (renewal !== 'refused') return;
  const next = href === '/' ? undefined : safePath(href);
  throw redirect({ to: '/login', search: next ? { next } : {} });
}

/** Welcome and sign-in are for visitors. */
export function requireVisitor(): void {
  if (hasSession()) throw redirect({ to: '/' });
}

let maintenanceChecked = false;

/** Once at start: the way to the maintenance screen. A failed check lets the member in; the calls themselves will tell. */
export async function checkMaintenance(pathname: string): Promise<void> {
  if (maintenanceChecked || pathname === '/redirect' || pathname === '/maintenance') return;
  maintenanceChecked = true;
  if (await isUnderMaintenance()) throw redirect({ to: '/maintenance' });
}
