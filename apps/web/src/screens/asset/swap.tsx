import { EmptyState } from '@minerx/ui/empty-state';
import { isWalletId } from '@minerx/rules/wallet';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MoveFormWaiting } from '../../base/form/move-form.tsx';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useWalletMeant } from '../../base/form/wallet-meant.ts';
import { readWayBack } from '../../base/way-back.ts';
import { useMember } from '../../features/member/member.api.ts';
import { SwapForm } from '../../features/swap/swap-form.tsx';
import { useSwapPairs } from '../../base/parts/swap-pairs.ts';
import { useTexts } from '../../i18n/texts.ts';

const readSearch = ({ to, get, back }: { to?: unknown; get?: unknown; back?: unknown }) => ({
  to: typeof to === 'number' ? to : undefined,
  get: typeof get === 'number' || typeof get === 'string' ? String(get) : undefined,
  back: readWayBack(back),
});

export function AssetSwapScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { to, get, back } = readSearch(useSearch({ from: '/_member/asset/spot/swap' }));
  const pairs = useSwapPairs();
  const member = useMember();
  const { meant, backTo } = useWalletMeant();
  const leads = back ?? backTo;
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
                meant={meant}
                topUp={to !== undefined && isWalletId(to) ? { to, get } : null}
                onDone={(record) => void navigate(record ?? { to: leads })}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
