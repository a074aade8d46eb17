import { canWithdraw } from '@minerx/rules/nft-status';
import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { Refusal } from '../../base/refusal.ts';
import { useNft } from '../../features/nft/nft.api.ts';
import { WithdrawForm, WithdrawWaiting } from '../../features/nft/withdraw-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

/** An answer that says there is no such item, as against no answer. */
const isMissing = (error: unknown) => error instanceof Refusal && (error.status === 404 || error.status === 400);

export function NftWithdrawScreen() {
  const { t } = useTexts();
  const { id } = useParams({ from: '/_member/profile/nft/withdraw/$id' });
  const nft = useNft(id);
  // What was just sent is pending, and its form still says so.
  const [sent, setSent] = useState(false);
  if (isMissing(nft.error)) return <Navigate to="/" replace />;
  if (nft.data && !canWithdraw(nft.data) && !sent) return <Navigate to="/profile/nft" replace />;
  return (
    <Page title={t('nft.withdraw.title')} backTo="/profile/nft">
      <Loaded query={nft} skeleton={<WithdrawWaiting />}>
        {(shown) => <WithdrawForm key={id} nft={shown} onSent={() => setSent(true)} />}
      </Loaded>
    </Page>
  );
}
