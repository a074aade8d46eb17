import { EmptyState } from '@minerx/ui/empty-state';
import { transferableWallets } from '@minerx/rules/transfer';
import { MoveFormWaiting } from '../../base/form/move-form.tsx';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useWalletMeant } from '../../base/form/wallet-meant.ts';
import { useMember } from '../../features/member/member.api.ts';
import { useTransferOptions } from '../../features/transfer/transfer.api.ts';
import { TransferForm } from '../../features/transfer/transfer-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function AssetTransferScreen() {
  const { t } = useTexts();
  const options = useTransferOptions();
  const member = useMember();
  const { meant, backTo } = useWalletMeant();
  return (
    <Page title={t('transfer.title')} backTo={backTo}>
      <Loaded
        query={options}
        skeleton={<MoveFormWaiting />}
        isEmpty={(minimums) => transferableWallets(minimums).length === 0}
        empty={<EmptyState hint={t('transfer.none')} />}
      >
        {(minimums) => (
          <Loaded query={member} skeleton={<MoveFormWaiting />}>
            {(who) => <TransferForm minimums={minimums} member={who} meant={meant} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
