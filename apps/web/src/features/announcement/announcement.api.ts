import { notificationAll, notificationGetById } from '@minerx/contract/announcement';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../base/api.ts';

/** One page of the announcements, newest first. */
export const useAnnouncements = (page: number) =>
  useQuery({
    queryKey: ['announcement', 'page', page],
    queryFn: async ({ signal }) => {
      const { data, paginator } = await request(notificationAll, { body: { page, pageSize: PAGE_SIZE }, signal });
      return { rows: data, total: paginator.total };
    },
  });

export const useAnnouncement = (id: string) =>
  useQuery({
    queryKey: ['announcement', 'one', id],
    queryFn: async ({ signal }) => (await request(notificationGetById, { query: { id }, signal })).announcement,
    // Never the last announcement under this one's address.
    placeholderData: undefined,
  });
