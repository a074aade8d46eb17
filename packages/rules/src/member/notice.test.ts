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

const at = new Date('2026-11-22T23:59:59Z');

describe('what members are told of', () => {
  it('opens a screen of the app, of one thing or of the list that has it', () => {
    for (const kind of Object.keys(NOTICE_KINDS) as NoticeKind[])
      for (const id of ['01900000-0000-7000-8000-000000000000', null])
        expect(openedBy(kind, { id, at })).toMatch(/^\/[a-z]/);
    const of = (id: string | null) => ({ id, at });
    for (const kind of ['order_live', 'order_ended'] as const)
      expect(openedBy(kind, of('x'))).toBe('/order/receipts/x');
    expect(openedBy('order_live', of(null))).toBe('/order');
    expect(openedBy('ticket_answered', of('x'))).toBe('/profile/helpcenter/history/x');
  });

  it('opens the very row of a list, and of rewards what was credited on the day when it was told', () => {
    const rows = ['deposit', 'withdrawal_sent', 'nft_sent', 'prize_handed_over'] as const;
    for (const kind of rows) expect(openedBy(kind, { id: 'x', at })).toMatch(/\?id=x$/);
    expect(openedBy('deposit', { id: null, at })).toBe('/asset/spot/deposit');
    for (const kind of ['reward', 'reward_correction'] as const)
      expect(openedBy(kind, { id: null, at })).toBe(
        `/asset/spot/transaction/3?kind=${kind}&from=2026-11-22&to=2026-11-22`,
      );
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
