import { EmptyState } from '@minerx/ui/empty-state';
import { isWalletId } from '@minerx/rules/wallet';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MoveFormWaiting } from '../../base/parts/move-form.tsx';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useMember } from '../../features/member/member.api.ts';
import { SwapForm } from '../../features/swap/swap-form.tsx';
import { useSwapPairs } from '../../features/swap/swap.api.ts';
import { useTexts } from '../../i18n/texts.ts';

export function AssetSwapScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { to, get, back } = useSearch({ from: '/_member/asset/spot/swap' });
  const pairs = useSwapPairs();
  const member = useMember();
  const leads = back ?? '/asset';
  return (
    <Page title={t('swap.title')} backTo={leads}>
      <Loaded
        query={pairs}
        skeleton={<MoveFormWaiting />}
        isEmpty={(offered) => offered.length === 0}
        empty={<EmptyState hint={t('swap.none')} />}
      >
        {(offered) => (
          <Loaded query={member} skeleton={<MoveFormWaiting />}>
            {(who) => (
              <SwapForm
                key={`${to ?? ''}/${get ?? ''}`}
                pairs={offered}
                member={who}
                wish={to !== undefined && isWalletId(to) ? { to, get } : null}
                onDone={() => void navigate({ to: leads })}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
