import { decidedBy } from '@minerx/contract/decided';
import type { Decided } from '@minerx/contract/refusal';
import { asRefusal } from './refusal.ts';

/** Whether the server has decided on what was asked, and so whether its idempotency key is used up. Apart from the refusal, as sign-in does without. */
export function decidedOf(error: unknown): Decided {
  const { code, status } = asRefusal(error);
  return decidedBy(code, status);
}

/** Whether this very sending was refused, so that a form that starts anew after a refusal does so: a session that ended and a maintenance refuse nobody's words. */
export function isTurnedDown(error: unknown): boolean {
  const { status } = asRefusal(error);
  return status >= 400 && status < 500 && status !== 401;
}
