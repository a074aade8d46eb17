import { decidedBy } from '@minerx/contract/decided';
import type { Decided } from '@minerx/contract/refusal';
import { asRefusal } from './refusal.ts';

/** Whether the server has decided on what was asked, and so whether its idempotency key is used up. Apart from the refusal, as sign-in does without. */
export function decidedOf(error: unknown): Decided {
  const { code, status } = asRefusal(error);
  return decidedBy(code, status);
}
