import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noteNotices, tellNotices } from '../notice/notice.step.ts';
import type { OrderNews } from './order-news.ledger.ts';
import { listOrderLabels } from './order-news.query.ts';

/** Tells members what became of their orders: of several at once in one notice. */
export const tellOrderNews = async (context: Context, { kind, orderIds }: OrderNews, at: Date): Promise<void> => {
  const orders = await listOrderLabels(context.pool, orderIds);
  const notices = [...Map.groupBy(orders, ({ memberId }) => memberId)].map(([memberId, of]) => {
    const [first] = of as [(typeof of)[number]];
    return {
      memberId,
      kind,
      event: `${kind} ${first.id} ${at.toISOString()}`,
      about: of.length === 1 ? first.id : null,
      label: of.length === 1 ? first.serial : '',
      count: of.length,
      at,
    };
  });
  tellNotices(context, await inTransaction(context.pool, (tx) => noteNotices(context, tx, notices)));
};
