import { isMemberSeed } from '@minerx/rules/blessing-draw-proof';
import type { Context } from '../../../context.ts';
import { refuse } from '../../../refusal.ts';
import { writeMemberSeed } from './member-seed.store.ts';

/** Takes the seed that a member has chosen for the next decks. @throws err_format */
export const chooseMemberSeed = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  memberId: bigint,
  seed: string,
): Promise<void> => {
  if (!isMemberSeed(seed)) refuse('err_format');
  await writeMemberSeed(pool, { memberId, seed, chosen: true, at: new Date(clock.now()) });
};
