import type { ResultOf } from '@minerx/contract/call';
import { memberNoticeSettings, memberNoticeSettingsModify } from '@minerx/contract/notice';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../base/api.ts';
import { queryClient } from '../../../base/query.tsx';

export type Settings = ResultOf<typeof memberNoticeSettings>;

const queryKey = ['notice', 'settings'];

export const useNoticeSettings = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => request(memberNoticeSettings, { signal }) });

/** Shows it at once, and as it was where the server did not take it. @throws Refusal */
export async function saveNoticeSettings(settings: Settings): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(queryKey, settings);
  try {
    await request(memberNoticeSettingsModify, {
      body: { mail: settings.mail, push: settings.push, quiet: settings.quiet },
    });
  } catch (error) {
    queryClient.setQueryData(queryKey, before);
    throw error;
  }
}
