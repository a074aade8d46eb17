import {
  memberNoticeAll,
  memberNoticeRead,
  memberNoticeReadAll,
  type Notice as WireNotice,
} from '@minerx/contract/notice';
import { parseUnits, type Units } from '@minerx/rules/money';
import type { NoticeKind } from '@minerx/rules/notice';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { isWalletId, walletById, type Wallet } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../../base/api.ts';
import { memberQuery } from '../../../base/member.ts';
import { usePages } from '../../../base/pages.ts';
import { queryClient } from '../../../base/query.tsx';
import type { WireLanguage } from '@minerx/rules/wire-language';

export interface Notice {
  id: string;
  kind: NoticeKind;
  title: string;
  label: string;
  money: { wallet: Wallet; units: Units } | null;
  path: string;
  isNew: boolean;
  at: string;
}

function noticeOf({ id, kind, title, label, path, read, created_date: at, ...wire }: WireNotice): Notice {
  const units = wire.amount === null ? null : parseUnits(wire.amount);
  const money =
    units === null || wire.wallet_type === null || !isWalletId(wire.wallet_type)
      ? null
      : { wallet: walletById(wire.wallet_type), units };
  return { id, kind, title, label, money, path, isNew: !read, at };
}

/** The member's notices in a language: the server says their titles. */
export const useNotices = (language: WireLanguage) =>
  usePages({
    key: ['notice', 'list', language],
    load: async (page, signal, last?: Notice) => {
      const body = { pageSize: PAGE_SIZE, ...(last && { before: last.id }) };
      const { data, more } = await request(memberNoticeAll, { body, signal });
      return { rows: data.map(noticeOf), total: more ? Infinity : page * PAGE_SIZE };
    },
    keyOf: (notice: Notice) => notice.id,
  });

/** Something was told or read: what shows it is asked for anew. */
function renewNotices(): void {
  void queryClient.invalidateQueries({ queryKey: ['notice', 'list'] });
  void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
}

/** Where one leads; from now on it is read. */
export const useOpened = (id: string): UseQueryResult<string> =>
  useQuery({
    queryKey: ['notice', 'one', id],
    // Without a signal: it is to be read, though the screen is left before the answer.
    queryFn: async () => {
      const { notice } = await request(memberNoticeRead, { body: { id } });
      renewNotices();
      return notice.path;
    },
    placeholderData: undefined,
  });

/** Marks all up to the newest that is shown. */
export async function readAll(newest: string): Promise<void> {
  await request(memberNoticeReadAll, { body: { newest } });
  renewNotices();
}
