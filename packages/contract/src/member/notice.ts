import { MAIL_GROUPS, NOTICE_GROUP_LIST, NOTICE_KINDS, type NoticeGroup, type NoticeKind } from '@minerx/rules/notice';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '@minerx/rules/paging';
import { minutesOf } from '@minerx/rules/quiet-hours';
import { isTimeZone } from '@minerx/rules/statement';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, checked, done, opaqueId, text, timestamp, whole } from '../wire/wire.ts';

const notice = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]),
  /** What happened, in the language of the request, without amounts. */
  title: z.string(),
  /** What it happened to, as the member knows it: a serial, the number of a ticket, a day; empty where the title says it all. */
  label: z.string(),
  wallet_type: z.nullable(z.number()),
  /** Into that wallet or out of it. */
  amount: z.nullable(amount),
  /** Path of what it is about. */
  path: z.string(),
  read: z.boolean(),
  created_date: timestamp,
});
export type Notice = z.output<typeof notice>;

export const memberNoticeAll = defineCall({
  method: 'POST',
  path: 'member/notice/all',
  summary: 'What the member was told of, newest first. `before` goes on behind the last one seen.',
  session: 'member',
  body: z.object({
    pageSize: z._default(whole(1, MAX_PAGE_SIZE, 'err_page'), PAGE_SIZE),
    before: z.optional(opaqueId),
  }),
  /** Nothing is counted for a total: `more` says whether anything follows. */
  result: z.object({ data: z.array(notice), more: z.boolean() }),
  refusals: [],
});

export const memberNoticeRead = defineCall({
  method: 'POST',
  path: 'member/notice/read',
  summary: 'Marks one as read, and gives it; again changes nothing.',
  session: 'member',
  body: z.object({ id: opaqueId }),
  result: z.object({ notice }),
  refusals: ['err_not_found'],
});

export const memberNoticeReadAll = defineCall({
  method: 'POST',
  path: 'member/notice/read/all',
  summary: 'Marks those up to the newest that was seen as read; what came after it stays new.',
  session: 'member',
  body: z.object({ newest: opaqueId }),
  result: done,
  refusals: [],
});

const mailGroup = z.enum(MAIL_GROUPS as [NoticeGroup, ...NoticeGroup[]]);
const group = z.enum(NOTICE_GROUP_LIST as [NoticeGroup, ...NoticeGroup[]]);
const timeOfDay = checked(5, (text) => minutesOf(text) !== null, 'err_format');

const settings = z.object({
  /** What is mailed, of what can be chosen; mails about withdrawals always go. */
  mail: z.array(mailGroup).check(z.maxLength(MAIL_GROUPS.length, { error: 'err_too_long' })),
  /** What comes to the devices that were switched on. */
  push: z.array(group).check(z.maxLength(NOTICE_GROUP_LIST.length, { error: 'err_too_long' })),
  /** When nothing is sent, by the clock of the place; from one time to another, over midnight where the second is earlier. */
  quiet: z.nullable(z.object({ from: timeOfDay, until: timeOfDay, time_zone: checked(64, isTimeZone, 'err_format') })),
});
export type NoticeSettings = z.output<typeof settings>;

export const memberNoticeSettings = defineCall({
  method: 'GET',
  path: 'member/notice/settings',
  summary: 'How the member wants to be told beside the app.',
  session: 'member',
  /** `push_key`: what a browser has to know us by; null where nothing can be sent to devices. */
  result: z.object({ ...settings.shape, push_key: z.nullable(z.string()) }),
  refusals: [],
});

export const memberNoticeSettingsModify = defineCall({
  method: 'POST',
  path: 'member/notice/settings/modify',
  summary: 'Chooses what is mailed and what comes to the devices, and quiet hours in which nothing does.',
  session: 'member',
  body: settings,
  result: done,
  refusals: [],
});

const endpoint = checked(2000, (url) => URL.canParse(url), 'err_format');

export const memberNoticePush = defineCall({
  method: 'POST',
  path: 'member/notice/push',
  summary: 'Has messages sent to this browser, encrypted for it alone, for as long as its session lives.',
  session: 'member',
  /** As the browser’s push subscription gives it: the public key has 65 bytes, the secret 16. */
  body: z.object({
    endpoint,
    p256dh: text(88, { pattern: /^[A-Za-z0-9_-]{87}=?$/, code: 'err_format' }),
    auth: text(24, { pattern: /^[A-Za-z0-9_-]{22}(==)?$/, code: 'err_format' }),
  }),
  result: done,
  refusals: [],
});

export const memberNoticePushRemove = defineCall({
  method: 'POST',
  path: 'member/notice/push/remove',
  summary: 'Sends nothing more to this browser.',
  session: 'member',
  body: z.object({ endpoint }),
  result: done,
  refusals: [],
});
