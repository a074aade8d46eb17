import { utcDayOf } from '../wallet/statement.ts';
import type { MemberTransferKind } from '../wallet/transfer-kind.ts';
import { WALLET } from '../wallet/wallet.ts';

/** Whether a mail tells of them: as long as the member has not chosen, or `always`, where it is about the account's safety. */
interface NoticeChannels {
  readonly mail: boolean | 'always';
}

/** What a member chooses by: who is told of one kind of a group is told of all. */
const NOTICE_GROUPS = {
  orders: { mail: false },
  rewards: { mail: false },
  deposits: { mail: true },
  withdrawals: { mail: 'always' },
  tickets: { mail: true },
  picks: { mail: false },
} as const satisfies Readonly<Record<string, NoticeChannels>>;
export type NoticeGroup = keyof typeof NOTICE_GROUPS;

/** In the order in which they are shown. */
export const NOTICE_GROUP_LIST = Object.keys(NOTICE_GROUPS) as NoticeGroup[];

/** Whether the member can switch the mails of a group off. */
export const canChooseMail = (group: NoticeGroup): boolean => NOTICE_GROUPS[group].mail !== 'always';

/** The groups whose mails can be chosen. */
export const MAIL_GROUPS = NOTICE_GROUP_LIST.filter(canChooseMail);

/** Those that are mailed while nothing was chosen. */
export const MAILED_AT_FIRST = MAIL_GROUPS.filter((group) => NOTICE_GROUPS[group].mail === true);

interface NoticeFacts {
  readonly group: NoticeGroup;
  /** `always`: whatever was chosen, because nothing else tells that something of the member's came back, or that what was told of a day is put right; `own`: its noun writes a mail that says more. */
  readonly mail?: 'always' | 'own';
  /** The path of what it is about: a screen of its own, or its row of a list. */
  readonly opens: (about: NoticeAbout) => string;
}

interface NoticeAbout {
  /** null where it is about several. */
  readonly id: string | null;
  /** When it happened. */
  readonly at: Date;
}

/** A list, with the row that it is about marked in it. */
const rowOf =
  (list: string) =>
  ({ id }: NoticeAbout): string =>
    id === null ? list : `${list}?id=${id}`;

const order: NoticeFacts = {
  group: 'orders',
  // The receipts are there of an order that has ended by now; any other they forward to its details, or to its card among what waits.
  opens: ({ id }) => (id === null ? '/order' : `/order/receipts/${id}`),
};
/** What was credited of its kind on the day when it was told: as much as it says. */
const credited =
  (kind: MemberTransferKind) =>
  ({ at }: NoticeAbout): string => {
    const day = utcDayOf(at);
    return `/asset/spot/transaction/${WALLET.BTC}?kind=${kind}&from=${day}&to=${day}`;
  };
const withdrawal: NoticeFacts = { group: 'withdrawals', mail: 'own', opens: rowOf('/asset/spot/withdraw/history') };
const nftWithdrawal: NoticeFacts = { ...withdrawal, opens: rowOf('/profile/nft/history') };

const prize: NoticeFacts = { group: 'picks', opens: rowOf('/duitraya/history') };

/** Everything that members are told of, and what each opens. The only list; the words stand beside the server's `notice`. */
export const NOTICE_KINDS = {
  order_ready: order,
  order_live: order,
  order_disconnected: order,
  order_back: order,
  order_ended: order,
  order_cancelled: { ...order, mail: 'own' },
  order_voucher_back: { ...order, mail: 'always' },
  reward: { group: 'rewards', opens: credited('reward') },
  reward_correction: { group: 'rewards', mail: 'always', opens: credited('reward_correction') },
  deposit: { group: 'deposits', mail: 'own', opens: rowOf('/asset/spot/deposit') },
  withdrawal_approved: withdrawal,
  withdrawal_sent: withdrawal,
  withdrawal_confirmed: withdrawal,
  withdrawal_rejected: withdrawal,
  withdrawal_errored: withdrawal,
  nft_approved: nftWithdrawal,
  nft_sent: nftWithdrawal,
  nft_rejected: nftWithdrawal,
  nft_errored: nftWithdrawal,
  ticket_answered: {
    group: 'tickets',
    opens: ({ id }) => `/profile/helpcenter/history${id === null ? '' : `/${id}`}`,
  },
  picks: { group: 'picks', opens: () => '/duitraya' },
  prize_handed_over: prize,
  prize_not_handed_over: prize,
} as const satisfies Readonly<Record<string, NoticeFacts>>;

export type NoticeKind = keyof typeof NOTICE_KINDS;

/** Whether it is about a settled day, which its label names. */
export const isOfDay = (kind: NoticeKind): boolean => NOTICE_KINDS[kind].group === 'rewards';

/** The path of what a notice is about. */
export const openedBy = (kind: NoticeKind, about: NoticeAbout): string => NOTICE_KINDS[kind].opens(about);

/** Who is mailed of it: whoever chose its group, everybody (`always`), or whoever the mail of its noun goes to (`own`). */
export const mailingOf = (kind: NoticeKind): NoticeGroup | 'always' | 'own' => {
  const { mail, group }: NoticeFacts = NOTICE_KINDS[kind];
  return mail ?? group;
};

/** Notices of one kind that a member is told in an hour; what comes beyond shows where it happened. */
export const NOTICES_AN_HOUR = 20;
