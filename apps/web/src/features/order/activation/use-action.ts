import { useState } from 'react';
import { decidedOf } from '../../../base/decided.ts';
import { showAlert } from '../../../base/alerts.ts';
import { queryClient } from '../../../base/query.tsx';
import { refusalText } from '../../../base/refusal.ts';
import { orderKeys } from '../../../feeds/order-cache.ts';
import { useTexts } from '../../../i18n/texts.ts';

/** Something that is done to an order, and the words for it. */
export interface Action {
  title: string;
  send: () => Promise<unknown>;
  /** It took place: what else has changed, before it is told. */
  onDone: () => void;
  done: { message: string; submessage?: string };
  failed: string;
}

/** Does one thing at a time from a modal, closes it, tells how it went and asks for the orders anew. */
export function useAction(onClose: () => void): { busy: boolean; carryOut: (action: Action) => Promise<void> } {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const carryOut = async ({ title, send, onDone, done, failed }: Action) => {
    if (busy) return;
    setBusy(true);
    try {
      await send();
      onClose();
      onDone();
      await showAlert({ mode: 1, title, ...done });
    } catch (error) {
      onClose();
      const submessage = decidedOf(error) === 'unknown' ? t('order.lostAnswer') : refusalText(t, error);
      await showAlert({ mode: 2, title, message: failed, submessage });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: orderKeys.all });
    }
  };
  return { busy, carryOut };
}
