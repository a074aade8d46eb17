import { memberRedirect } from '@minerx/contract/session';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { tellLanguageChoice } from '../../base/language/language-choice.ts';
import { holdSession } from '../../base/session.ts';

/** Exchanges a one-use link for a session, once however often the screen is drawn. */
export const useOneUseLink = (id: string) =>
  useQuery({
    queryKey: ['redirect', id],
    queryFn: async () => {
      const { accessToken } = await request(memberRedirect, { query: { id } });
      holdSession(accessToken);
      void tellLanguageChoice();
      return true;
    },
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
