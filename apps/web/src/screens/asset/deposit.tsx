import { useSearch } from '@tanstack/react-router';
import { Page } from '../../base/page.tsx';
import { useWalletMeant } from '../../base/form/wallet-meant.ts';
import { readWayBack } from '../../base/way-back.ts';
import { DepositChoice } from '../../features/deposit/deposit-choice.tsx';
import { DepositList, SoughtDeposits } from '../../features/deposit/deposit-list.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function AssetDepositScreen() {
  const { t } = useTexts();
  const { back } = useSearch({ from: '/_member/asset/spot/deposit' });
  const { meant, backTo } = useWalletMeant();
  return (
    <Page title={t('deposit.title')} backTo={readWayBack(back) ?? backTo}>
      <SoughtDeposits />
      <DepositChoice meant={meant} />
      <DepositList />
    </Page>
  );
}
