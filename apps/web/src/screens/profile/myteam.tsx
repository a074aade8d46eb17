import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { TeamNav } from '../../features/team/team-nav.tsx';
import { TeamSearch } from '../../features/team/team-search.tsx';
import { TeamSummary } from '../../features/team/team-summary.tsx';
import { TeamTree } from '../../features/team/team-tree.tsx';
import { useTexts } from '../../i18n/texts.ts';

const route = getRouteApi('/_member/profile/myteam');

export function MyteamScreen() {
  const { t } = useTexts();
  const { find } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t('team.title')} backTo="/profile">
      <TeamNav />
      <TeamSummary />
      <TeamSearch find={find} onFind={(username) => void navigate({ search: { find: username }, replace: true })} />
      <TeamTree find={find} />
    </Page>
  );
}
