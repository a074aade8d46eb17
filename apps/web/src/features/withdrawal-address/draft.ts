import { onSessionEnd } from '../../base/session.ts';
import type { Draft } from './address-wish.ts';

const KEY = 'minerx:draft:withdrawal-address';

/** What was typed before a reload of this tab; null when there is nothing. */
export function readDraft(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

export function writeDraft({ coin, network, address }: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ coin, network, address }));
  } catch {
    // Storage may be full or off; the form works without a draft.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

// The next member on this device must not read what the last one typed.
onSessionEnd(dropDraft);
