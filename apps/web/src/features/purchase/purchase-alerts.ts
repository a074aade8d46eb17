import { showAlert } from '../../base/alerts.ts';
import { whyText } from '../../base/asking/refusal-alert.ts';
import type { Refusal } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import type { Purchased } from './purchase.api.ts';

/** The alert of the error catalogue, with the time to wait where the server names one. */
export function alertRefusal(refusal: Refusal): Promise<void> {
  if (refusal.code === 'err_country_unavailable') return alertCountry();
  const { t } = texts();
  return showAlert({
    mode: 2,
    title: t('common.title.miner'),
    message: t('miner.failed'),
    submessage: whyText(refusal),
  });
}

export function alertCountry(): Promise<void> {
  const { t } = texts();
  return showAlert({ mode: 2, title: t('miner.failed'), message: t('err_country_unavailable') });
}

export function alertPurchased({ orderCount, waitingCount }: Purchased): Promise<void> {
  const { t } = texts();
  return showAlert({
    mode: 1,
    title: t('miner.done'),
    message: t('miner.done.orders', { count: orderCount }),
    submessage: waitingCount > 0 ? t('miner.done.waiting', { count: waitingCount }) : undefined,
  });
}
