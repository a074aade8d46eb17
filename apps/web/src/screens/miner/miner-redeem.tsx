import { Page } from '../../base/page.tsx';
import { RedeemForm } from '../../features/voucher/redeem-form.tsx';
import { VoucherTerms } from '../../features/voucher/voucher-terms.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function MinerRedeemScreen() {
  const { t } = useTexts();
  return (
    <Page title={t('common.title.redeem')} backTo="/miner">
      <RedeemForm />
      <VoucherTerms />
    </Page>
  );
}
