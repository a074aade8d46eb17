import { describe, expect, it } from 'vitest';
import {
  mailingOf,
  MAILED_AT_FIRST,
  MAIL_GROUPS,
  NOTICE_GROUP_LIST,
  NOTICE_KINDS,
  openedBy,
  type NoticeKind,
} from './notice.ts';

describe('what members are told of', () => {
  it('opens a screen of the app, of one thing or of the list that has it', () => {
    for (const kind of Object.keys(NOTICE_KINDS) as NoticeKind[])
      for (const id of ['01900000-0000-7000-8000-000000000000', null]) expect(openedBy(kind, id)).toMatch(/^\/[a-z]/);
    for (const kind of ['order_live', 'order_ended'] as const) expect(openedBy(kind, 'x')).toBe('/order/receipts/x');
    expect(openedBy('order_live', null)).toBe('/order');
    expect(openedBy('ticket_answered', 'x')).toBe('/profile/helpcenter/history/x');
  });

  it('is of a group that can be chosen, and no group is empty', () => {
    const used = new Set(Object.values(NOTICE_KINDS).map(({ group }) => group));
    expect([...used].toSorted()).toEqual(NOTICE_GROUP_LIST.toSorted());
  });

  it('is mailed as the member chooses, but what leaves the account always', () => {
    expect(MAIL_GROUPS).toEqual(['orders', 'rewards', 'deposits', 'tickets', 'picks']);
    expect(MAILED_AT_FIRST).toEqual(['deposits', 'tickets']);
    const kinds = Object.keys(NOTICE_KINDS) as NoticeKind[];
    expect(kinds.filter((kind) => mailingOf(kind) === 'always')).toEqual(['order_voucher_back', 'reward_correction']);
    expect(mailingOf('order_live')).toBe('orders');
  });

  it('is not mailed twice where its noun writes a mail of its own', () => {
    const own = (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) => mailingOf(kind) === 'own');
    expect(
      own.map((kind) => NOTICE_KINDS[kind].group).filter((group) => !['deposits', 'withdrawals'].includes(group)),
    ).toEqual(['orders']);
    expect(own).toContain('order_cancelled');
  });
});
