import type { Notice, NoticeSettings } from '@minerx/contract/notice';
import { formatUnits } from '@minerx/rules/money';
import { NOTICE_GROUP_LIST, openedBy } from '@minerx/rules/notice';
import { minutesOf, timeOfDay } from '@minerx/rules/quiet-hours';
import type { WireLanguage } from '@minerx/rules/wire-language';
import type { NoticeChoice } from './notice-choice.store.ts';
import type { NoticeRow } from './notice.query.ts';
import { titleOf } from './notice-words.ts';

export const presentNotice = (notice: NoticeRow, language: WireLanguage): Notice => ({
  id: notice.id,
  kind: notice.kind,
  title: titleOf(notice, language),
  label: notice.label,
  wallet_type: notice.walletId,
  amount: notice.units === null ? null : formatUnits(notice.units),
  path: openedBy(notice.kind, { id: notice.about, at: notice.at }),
  read: notice.read,
  created_date: notice.at.toISOString(),
});

export const presentChoice = ({ mail, push, quiet }: NoticeChoice): NoticeSettings => ({
  mail: [...mail],
  push: [...(push ?? NOTICE_GROUP_LIST)],
  quiet: quiet && { from: timeOfDay(quiet.from), until: timeOfDay(quiet.until), time_zone: quiet.timeZone },
});

/** Of what the contract has let through. */
export const choiceFrom = ({ mail, push, quiet }: NoticeSettings): NoticeChoice => ({
  mail: [...new Set(mail)],
  push: [...new Set(push)],
  quiet: quiet && { from: minutesOf(quiet.from)!, until: minutesOf(quiet.until)!, timeZone: quiet.time_zone },
});
