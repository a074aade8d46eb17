/** What an operator is here for; `admin` may do everything, and `finance` whatever `support` only looks at. */
export const OPERATOR_ROLES = ['support', 'finance', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Whether an action only shows: nothing changes by it, so it needs no key of its own. */
export const isLook = (action: string): boolean => /[ -](?:list|show|status|history|addresses|check)$/.test(action);
