import { exactUnits } from '@minerx/rules/money';
import { isOfDay, type NoticeKind } from '@minerx/rules/notice';
import { walletById } from '@minerx/rules/wallet';
import { formatsOf, type WireLanguage } from '@minerx/rules/wire-language';
import { figure } from '../../base/figure.ts';
import type { NewNotice } from './notice.store.ts';
import { NOTICE_TEXTS } from './notice.texts.ts';

/** `Miner is live`, or of several `Miner is live (3)`. */
export const titleOf = ({ kind, count }: { kind: NoticeKind; count: number }, language: WireLanguage): string =>
  count === 1 ? NOTICE_TEXTS[language][kind] : `${NOTICE_TEXTS[language][kind]} (${count})`;

const dayOf = (day: string, language: WireLanguage): string =>
  new Intl.DateTimeFormat(formatsOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** What it happened to and how much it was, in one line, for where the app does not show them. */
export const detailOf = (
  { kind, label, money }: Pick<NewNotice, 'kind' | 'label' | 'money'>,
  language: WireLanguage,
): string => {
  const named = isOfDay(kind) ? dayOf(label, language) : label;
  if (money === undefined) return named;
  const { name, precision } = walletById(money.walletId);
  const amount = `${figure(exactUnits(money.units, precision), language)} ${name}`;
  return named === '' ? amount : `${named}: ${amount}`;
};
