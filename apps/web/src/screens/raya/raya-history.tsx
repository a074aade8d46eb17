import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Link } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { Paged, Sought, usePage, useSought } from '../../base/parts/paged.tsx';
import { usePicks } from '../../features/blessing/blessing.api.ts';
import { PickList, PickListWaiting } from '../../features/blessing/history/pick-list.tsx';
import { Raya } from '../../features/blessing/raya.tsx';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All picks, eight a page; the page stands in the address, so that back returns to it. */
export function RayaHistoryScreen() {
  const { t } = useTexts();
  const query = usePicks({ page: usePage() });
  const sought = usePicks(useSought());
  const onward = (
    <Link to="/duitraya" className={buttonClass({ size: 'medium', variant: 'secondary' })}>
      {t('blessing.title')}
    </Link>
  );
  return (
    <Raya>
      <Page title={t('blessing.history')} backTo="/duitraya">
        <Sought rows={sought.data?.rows}>{(rows) => <PickList rows={rows} />}</Sought>
        <Paged
          query={query}
          label={t('blessing.pages')}
          skeleton={<PickListWaiting />}
          onward={onward}
          empty={<EmptyState art={nothingYet} hint={t('blessing.empty')} action={onward} />}
        >
          {(rows) => <PickList rows={rows} />}
        </Paged>
      </Page>
    </Raya>
  );
}
