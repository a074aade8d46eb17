import { Page } from '../../base/page.tsx';
import { DepositChoice } from '../../features/deposit/deposit-choice.tsx';
import { DepositList } from '../../features/deposit/deposit-list.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function AssetDepositScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('deposit.title')} backTo="/asset">
      <DepositChoice />
      <DepositList />
    </Page>
  );
}
