import { useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { readWayBack } from '../../base/way-back.ts';
import { DepositChoice } from '../../features/deposit/deposit-choice.tsx';
import { DepositList, SoughtDeposits } from '../../features/deposit/deposit-list.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function AssetDepositScreen() {
  const { t } = useTexts();
  const { back } = useSearch({ from: '/_member/asset/spot/deposit' });
  return (
    <Page title={t('deposit.title')} backTo={readWayBack(back) ?? '/asset'}>
      <SoughtDeposits />
      <DepositChoice />
      <DepositList />
    </Page>
  );
}
