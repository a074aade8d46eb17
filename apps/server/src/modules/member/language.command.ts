import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Context } from '../../context.ts';
import { keepLanguage } from './member.store.ts';

/** What a member chose stays until they choose again: mails and refusals follow it from the next one on. */
export const chooseLanguage = async (
  { pool, bus }: Pick<Context, 'pool' | 'bus'>,
  memberId: bigint,
  language: WireLanguage,
): Promise<void> => {
  await keepLanguage(pool, memberId, language);
  bus.publish('language_chosen', { memberId: String(memberId) });
};
