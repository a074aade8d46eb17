import { memberQuery } from '../../base/member.ts';
import { queryClient } from '../../base/query.tsx';

/** Asks who the member is, for the first screen of a member; sign-in fetches this file when it has succeeded. Never fails. */
export const knowMember = (): Promise<void> => queryClient.prefetchQuery(memberQuery);
