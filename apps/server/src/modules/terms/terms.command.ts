import type { Context } from '../../context.ts';
import { requireCurrentTerms } from './current-terms.step.ts';
import { keepAcceptance } from './terms.store.ts';

/**
 * A signed-in member agrees to the terms in force. The first time stands.
 * @throws err_terms_changed
 */
export const agreeToTerms = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  agreement: { memberId: bigint; version: number; language: string },
): Promise<void> => {
  requireCurrentTerms(agreement.version);
  await keepAcceptance(pool, { ...agreement, at: new Date(clock.now()) });
};
