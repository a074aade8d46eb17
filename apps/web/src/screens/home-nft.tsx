import { buttonClass } from '@minerx/ui/button';
import { useUi } from '@minerx/ui/ui-context';
import { Page } from '../base/page.tsx';
import { Contracts } from '../features/nft/collection/contracts.tsx';
import { Showcase } from '../features/nft/collection/showcase.tsx';
import { useTexts } from '../i18n/texts.ts';

export function HomeNftScreen() {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Page title={t('collection.title')} backTo="/">
      <Showcase />
      <Link to="/profile/nft" className={buttonClass({ variant: 'secondary', full: true })}>
        {t('collection.mine')}
      </Link>
      <Contracts />
    </Page>
  );
}
