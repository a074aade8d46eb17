import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { StandingDetails } from '../../features/team/standing-details.tsx';
import { TeamNav } from '../../features/team/team-nav.tsx';
import { TeamSearch } from '../../features/team/team-search.tsx';
import { useTexts } from '../../i18n/texts.ts';

const route = getRouteApi('/_member/profile/myteam/details');

export function MyteamDetailsScreen() {
  const { t } = useTexts();
  const { find } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t('team.details.title')} backTo="/profile">
      <TeamNav />
      <TeamSearch find={find} onFind={(username) => void navigate({ search: { find: username }, replace: true })} />
      <StandingDetails find={find} />
    </Page>
  );
}
