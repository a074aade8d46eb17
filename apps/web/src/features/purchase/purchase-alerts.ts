import { amountsFromWire } from '@minerx/contract/purchase';
import { minerPackageById } from '@minerx/rules/miner-package';
import { WALLETS } from '@minerx/rules/wallet';
import { formatUnits, NBSP } from '@minerx/ui/amount-text';
import { showAlert } from '../../base/alerts.ts';
import { whyText } from '../../base/asking/refusal-alert.ts';
import type { Refusal } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import type { Purchased, PurchaseInput } from './purchase.api.ts';
import { wholePrecision } from './purchase-plan.ts';

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

/** What was paid, and what comes next of it. */
export function alertPurchased(input: PurchaseInput, { orderCount, waitingCount }: Purchased): Promise<void> {
  const { t, tag, format } = texts();
  const amounts = amountsFromWire(input.line, input) ?? {};
  const paid = WALLETS.flatMap(({ id, name, precision }) => {
    const pays = amounts[id] ?? 0n;
    return pays > 0n ? formatUnits(pays, wholePrecision(pays, precision), tag) + NBSP + name : [];
  });
  const { kind } = minerPackageById(input.packageId);
  const next = [
    ...(orderCount > waitingCount ? [t(kind === 'shared' ? 'miner.done.shared' : 'miner.review.ready')] : []),
    ...(waitingCount > 0 ? [t('miner.review.waits', { count: waitingCount }), t('miner.waiting.refund')] : []),
  ];
  return showAlert({
    mode: 1,
    title: t('miner.done'),
    message: t('miner.done.orders', { count: orderCount, paid: format.list(paid) }),
    submessage: next.join(' '),
  });
}
