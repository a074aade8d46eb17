import { networkLabel } from '@minerx/rules/network';
import { NFT_NETWORK, NFT_USUAL_HOURS } from '@minerx/rules/nft-withdrawal';
import type { Units } from '@minerx/rules/money';
import { ActionFooter } from '@minerx/ui/action-footer';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Notice } from '@minerx/ui/notice';
import { Sheet } from '@minerx/ui/sheet';
import { useTexts } from '../../i18n/texts.ts';
import { AddressText } from '../../base/parts/address-text.tsx';
import type { Nft } from './nft.api.ts';
import { NftPicture } from './nft-picture.tsx';
import { TokenWords } from './token-words.tsx';
import type { NftQuote, Withdraw } from './use-withdraw.ts';
import styles from './withdraw-sheet.module.css';

interface WithdrawSheetProps {
  nft: Nft;
  withdraw: Withdraw;
  balanceUnits: Units | undefined;
}

/** Everything once more before it is asked for: what, where to, the fee, and when. */
export function WithdrawSheet({ nft, withdraw, balanceUnits }: WithdrawSheetProps) {
  const { t } = useTexts();
  const { quote, open, busy, again } = withdraw;
  const changed = quote !== null && quote.before !== null;
  return (
    <Sheet
      open={open}
      question={quote && String(quote.feeUnits)}
      onClose={withdraw.cancel}
      dismissable={!busy}
      title={t(changed ? 'nft.withdraw.changed' : 'nft.withdraw.review')}
      footer={
        <ActionFooter
          action={t(changed ? 'nft.withdraw.changed.accept' : 'nft.withdraw.accept')}
          onAction={withdraw.confirm}
          busy={busy}
          status={again && t('nft.withdraw.again')}
          cancel={t('common.cancel')}
          onCancel={withdraw.cancel}
        />
      }
    >
      {quote && <Review nft={nft} quote={quote} balanceUnits={balanceUnits} />}
    </Sheet>
  );
}

function Review({ nft, quote, balanceUnits }: { nft: Nft; quote: NftQuote; balanceUnits: Units | undefined }) {
  const { t, format } = useTexts();
  const { feeUnits, before } = quote;
  const left = balanceUnits === undefined ? null : balanceUnits - feeUnits;
  return (
    <div className="stack-3">
      {before !== null && <Notice>{t('nft.withdraw.changed.text')}</Notice>}
      <div className={styles.what}>
        <NftPicture token={nft} eager />
        <TokenWords token={nft} />
      </div>
      <Facts columns ruled>
        <Fact label={t('nft.withdraw.network')}>{networkLabel(NFT_NETWORK)}</Fact>
        <Fact label={t('nft.withdraw.to')} wide>
          <AddressText address={quote.address} />
        </Fact>
        <Fact
          label={t('nft.withdraw.fee')}
          note={
            left !== null &&
            left >= 0n && (
              <>
                {t('nft.withdraw.left')} <Money units={left} precision={2} asset="USDT" />
              </>
            )
          }
        >
          {before !== null && (
            <del className={styles.before}>
              <span className="unseen">{t('nft.withdraw.changed.before')} </span>
              <Money units={before} precision={2} asset="USDT" hideable={false} />
            </del>
          )}
          <Money units={feeUnits} precision={2} asset="USDT" hideable={false} />
        </Fact>
        <Fact label={t('nft.withdraw.when')} wide>
          <span className={styles.note}>
            {t('nft.withdraw.when.text', { count: NFT_USUAL_HOURS, date: format.date(quote.deadline) })}
          </span>
        </Fact>
      </Facts>
      <Notice>{t('nft.withdraw.final')}</Notice>
    </div>
  );
}
