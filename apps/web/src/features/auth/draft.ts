/** Never kept: what proves who somebody is. */
const SECRET = /password|pin|code$/;

/** Of sign-in and forgot-password: an address typed in one need not be typed again in the other. */
export const SIGN_IN_DRAFT = 'signIn';

const keyOf = (name: string) => `minerx:draft:${name}`;

/** Whether a field may be kept. The referral code is no secret, the verification code is. */
const mayKeep = (field: string) => field === 'referral_code' || !SECRET.test(field);

/** What was typed into a form of this tab before a reload; an empty object when there is nothing. */
export function readDraft<T extends object>(name: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([field]) => mayKeep(field))) as Partial<T>;
  } catch {
    return {};
  }
}

/** Keeps what was typed until the tab is closed. Passwords, PINs and emailed codes are left out. */
export function writeDraft(name: string, values: object): void {
  const kept = Object.entries(values).filter(([field, value]) => mayKeep(field) && value !== undefined && value !== '');
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage may be full or switched off; the form works without a draft.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept.
  }
}
