import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../../base/member.ts';

/** Whether support has written since the member last looked. */
export const useHasUnread = (): boolean => useQuery(memberQuery).data?.helpcenter ?? false;
