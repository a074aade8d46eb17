/** Passkeys belong to the name of an address: one in digits has none. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^\[|^[\d.]+$/.test(location.hostname);
