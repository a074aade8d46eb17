const PASSKEYS_MAX = 10;

/** Whether a member with so many passkeys may have one more. */
export const canAddPasskey = (count: number): boolean => count < PASSKEYS_MAX;

/** Characters (UTF-16 units) of the name that a member gives to one. */
export const PASSKEY_NAME_MAX = 40;
