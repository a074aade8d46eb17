import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noteNotices, tellNotices } from '../notice/notice.step.ts';
import type { PickNews } from './grant.ledger.ts';

/** Tells members of packs that were granted to them: of several at once in one notice. */
export const tellPickNews = async (context: Context, { granted }: PickNews, at: Date): Promise<void> => {
  const notices = [...Map.groupBy(granted, ({ memberId }) => memberId)].map(([memberId, packs]) => ({
    memberId: BigInt(memberId),
    kind: 'picks' as const,
    event: `picks ${packs[0]!.id}`,
    about: null,
    label: '',
    count: packs.length,
    at,
  }));
  tellNotices(context, await inTransaction(context.pool, (tx) => noteNotices(context, tx, notices)));
};
