import { onSessionEnd } from '../../base/session.ts';

const PREFIX = 'minerx:draft:nft:';

/** The address that was typed for an item and not sent; it survives a reload and ends with the session. */
export function readDraft(nftId: string): string {
  try {
    return sessionStorage.getItem(PREFIX + nftId) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(nftId: string, address: string): void {
  try {
    if (address === '') sessionStorage.removeItem(PREFIX + nftId);
    else sessionStorage.setItem(PREFIX + nftId, address);
  } catch {
    // Storage may be full or off; the page works without a draft.
  }
}

// The next member on this device must not read what the last one wrote.
onSessionEnd(() => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
});
