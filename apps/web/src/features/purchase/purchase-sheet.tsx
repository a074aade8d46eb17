import { ActionFooter } from '@minerx/ui/action-footer';
import { Sheet } from '@minerx/ui/sheet';
import { Clock, Hourglass, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { WAITING_DAYS } from '@minerx/rules/terms';
import type { Purchase, Quote, SheetStep } from './use-purchase.ts';
import styles from './purchase-sheet.module.css';
import { Point, Review, Risk } from './purchase-review.tsx';

export interface PurchaseSheetProps {
  purchase: Purchase;
  /** Orders that wait for stock already. */
  ahead: number;
  /** n of n/10. */
  queue: number;
  /** What the pool keeps of every reward, in millionths; undefined while it is not known. */
  poolFeePpm: number | undefined;
}

/** What is asked before anything is paid: the wait for stock, the whole purchase, or amounts that have changed. */
export function PurchaseSheet({ purchase, ahead, queue, poolFeePpm }: PurchaseSheetProps) {
  const { t } = useTexts();
  const { step, quote, busy, again } = purchase;
  // What was shown last stays while the sheet closes.
  const [last, setLast] = useState<SheetStep>('review');
  useEffect(() => {
    if (step) setLast(step);
  }, [step]);
  const shown = step ?? last;
  const titles = { waiting: t('miner.waiting'), review: t('miner.review'), changed: t('miner.changed') } as const;
  return (
    <Sheet
      open={step !== null}
      question={step}
      onClose={purchase.cancel}
      dismissable={!busy}
      title={titles[shown]}
      footer={
        <div className="stack-3">
          {quote && shown !== 'waiting' && <Risk quote={quote} />}
          <ActionFooter
            action={t(`miner.${shown}.accept`)}
            onAction={purchase.confirm}
            busy={busy}
            status={again && t('miner.again')}
            cancel={t('common.cancel')}
            onCancel={purchase.cancel}
          />
        </div>
      }
    >
      {quote &&
        (shown === 'waiting' ? (
          <Waiting quote={quote} ahead={ahead} />
        ) : (
          <Review purchase={purchase} quote={quote} ahead={ahead} queue={queue} poolFeePpm={poolFeePpm} />
        ))}
    </Sheet>
  );
}

function Waiting({ quote, ahead }: { quote: Quote; ahead: number }) {
  const { t, format } = useTexts();
  return (
    <div className="stack-3">
      {quote.waits < quote.input.quantity && (
        <p>{t('miner.waiting.text', { waits: quote.waits, quantity: quote.input.quantity })}</p>
      )}
      <ul className={styles.points}>
        <Point
          icon={<Hourglass size={18} aria-hidden="true" />}
          text={t('miner.waiting.place', { place: format.number(ahead + 1) })}
        />
        <Point icon={<Undo2 size={18} aria-hidden="true" />} text={t('miner.waiting.refund')} />
        <Point icon={<Clock size={18} aria-hidden="true" />} text={t('miner.waiting.days', { count: WAITING_DAYS })} />
      </ul>
    </div>
  );
}
