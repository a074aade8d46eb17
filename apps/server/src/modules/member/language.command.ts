import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Context } from '../../context.ts';
import { keepLanguage } from './member.store.ts';

/** What a member chose stays until they choose again: mails follow it from the next one on. */
export const chooseLanguage = (
  { pool }: Pick<Context, 'pool'>,
  memberId: bigint,
  language: WireLanguage,
): Promise<void> => keepLanguage(pool, memberId, language);
