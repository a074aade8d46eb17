import { Money } from '@minerx/ui/money';
import { PinCard } from '../../base/form/pin-card.tsx';
import { Unanswered } from '../../base/form/unanswered.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { FORM_ID } from './purchase-form.tsx';
import type { Purchase } from './use-purchase.ts';

/** In place of the form while nobody knows what became of a purchase: it is sent again under its key, so it counts once. */
export function UnansweredPurchase({ purchase }: { purchase: Purchase }) {
  const { t } = useTexts();
  const { kept } = purchase;
  if (kept === null) return null;
  const { input } = kept;
  return (
    <form
      id={FORM_ID}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        purchase.subscribe();
      }}
    >
      <Unanswered
        title={t('miner.lost')}
        text={t('miner.lost.text')}
        what={
          <>
            {t('miner.review.units', { count: input.quantity, name: t(`miner.package.${input.packageId}`) })}
            {' · '}
            <Money units={BigInt(input.totalUsdt)} precision={2} asset="USDT" hideable={false} />
          </>
        }
        way={{ to: '/order', text: t('miner.lost.orders') }}
        busy={purchase.busy}
        onLetGo={purchase.letGo}
      />
      <PinCard entry={purchase} />
    </form>
  );
}
