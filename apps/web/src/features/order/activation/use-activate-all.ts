import { useState } from 'react';
import { outcomeText } from '../../../base/asking/decided.ts';
import { showAlert } from '../../../base/alerts.ts';
import { queryClient } from '../../../base/query.tsx';
import { activationOf, orderKeys, patchOrders } from '../../../feeds/order-cache.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { eachInTurn } from './each-in-turn.ts';
import type { MinerOrder } from '../order.api.ts';

/** Activates several orders after one review, and tells how many it were. */
export function useActivateAll(send: (id: string) => Promise<unknown>, onClose: () => void, onPaid: () => void) {
  const { t } = useTexts();
  /** How many are done, while it runs. */
  const [done, setDone] = useState<number | null>(null);
  const activate = async (orders: readonly MinerOrder[]) => {
    if (done !== null) return;
    setDone(0);
    const outcome = await eachInTurn(
      orders,
      ({ id }) => send(id),
      (count, { id }) => {
        setDone(count);
        patchOrders(queryClient, activationOf(id));
      },
    );
    setDone(null);
    onClose();
    if (outcome.done > 0) onPaid();
    const message = t('order.activateAll.progress', { done: outcome.done, count: orders.length });
    const title = t('order.activate.title');
    if (outcome.error === null) await showAlert({ mode: 1, title, message, submessage: t('order.activate.next') });
    else {
      await showAlert({
        mode: 2,
        title,
        message,
        submessage: outcomeText(t, outcome.error, 'order.lostAnswer'),
      });
    }
    void queryClient.invalidateQueries({ queryKey: orderKeys.all });
  };
  return { done, activate };
}
