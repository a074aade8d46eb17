import { IconLink } from '@minerx/ui/icon-link';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { memberQuery } from '../../base/member.ts';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useWalletMeant } from '../../base/form/wallet-meant.ts';
import { WithdrawForm, WithdrawWaiting } from '../../features/withdrawal/withdraw-form.tsx';
import { useOptions } from '../../features/withdrawal/withdrawal.api.ts';
import { useTexts } from '../../i18n/texts.ts';

export function WithdrawScreen() {
  const { t } = useTexts();
  const options = useOptions();
  const member = useQuery(memberQuery);
  const { meant, backTo } = useWalletMeant();
  return (
    <Page
      title={t('withdrawal.title')}
      backTo={backTo}
      action={
        <IconLink
          to="/asset/spot/withdraw/history"
          label={t('withdrawal.history')}
          icon={<History size={22} aria-hidden="true" />}
        />
      }
    >
      <Loaded query={options} skeleton={<WithdrawWaiting />}>
        {(shown) => (
          <Loaded query={member} skeleton={<WithdrawWaiting />}>
            {(who) => <WithdrawForm member={who} options={shown} meant={meant} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
