import { onSessionEnd } from '../../base/session.ts';

const PREFIX = 'minerx:draft:ticket:';

/** What was typed and not sent, by form or ticket; it survives a reload and ends with the session. */
export function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Storage may be full or off; the page works without a draft.
  }
}

// The next member on this device must not read what the last one wrote.
onSessionEnd(() => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
});
