import { formatUsd } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import { ActivationFee } from '../../base/parts/activation-fee.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { type MinerOffer } from './miner-offer.ts';
import styles from './offer-facts.module.css';
import { Fact, NetworkDaily, type NetworkFactsProps } from './network-facts.tsx';

interface OfferFactsProps extends NetworkFactsProps {
  /** n of n/10, for shared packages. */
  queue: number;
}

/** What a package brings and costs later: what the network would give today large, the contract figure small. */
export function OfferFacts({ offer, network, btcPriceUnits, queue }: OfferFactsProps) {
  const { t, format } = useTexts();
  return (
    <Card className="stack-2" aria-label={t('miner.facts')}>
      <div className={styles.pair}>
        <NetworkDaily offer={offer} network={network} btcPriceUnits={btcPriceUnits} />
      </div>
      <dl className={styles.list}>
        {offer.isVoucher ? <VoucherTerms offer={offer} /> : <PriceTerms offer={offer} />}
        <Fact
          label={t('miner.hashrate')}
          value={<span className="figure">{`${format.number(offer.unitThs)}\u00a0Th/s`}</span>}
        />
        {offer.kind === 'shared' && (
          <Fact label={t('miner.queue')} value={<span className="figure">{`${format.number(queue)}/10`}</span>}>
            {t('miner.queue.text')}
          </Fact>
        )}
      </dl>
      <div className={styles.contract}>
        <span>{offer.dailyOf === 'share' ? t('miner.daily.share') : t('miner.daily')}</span>
        <SourceBadge kind="contract" />
        <ContractRange offer={offer} />
        <p className="soft">{t('miner.daily.contract')}</p>
      </div>
    </Card>
  );
}

/** What the price brings, and what comes on top of it. */
function PriceTerms({ offer }: { offer: MinerOffer }) {
  const { t, tag, dollar } = useTexts();
  const net = offer.maxProfitUnits - offer.unitPriceUnits;
  return (
    <>
      <Fact label={t('miner.maxProfit')} value={<Multiple offer={offer} />}>
        <Money units={offer.maxProfitUnits} precision={0} prefix="$" hideable={false} />{' '}
        {t('miner.maxProfit.net', { net: formatUsd(net, 0, tag, dollar) })}
      </Fact>
      <Fact label={t('miner.activationFee')} value={<ActivationFee feeUnits={offer.activationFeeUnits} />}>
        {t('miner.activationFee.text')}
      </Fact>
    </>
  );
}

/** Nobody pays the package's price: figures that follow from it would be of no order. */
function VoucherTerms({ offer }: { offer: MinerOffer }) {
  const { t } = useTexts();
  return (
    <Fact label={t('miner.maxProfit')} value={<Multiple offer={offer} />}>
      {t('miner.maxProfit.voucher')}
    </Fact>
  );
}

function Multiple({ offer }: { offer: MinerOffer }) {
  return <Money units={offer.multipleUnits} precision={2} asset="×" hideable={false} />;
}

/** Contract figures to six decimals, from and to. */
function ContractRange({ offer }: { offer: MinerOffer }) {
  return (
    <span className={styles.range}>
      <Money units={offer.dailyMinUnits} precision={6} hideable={false} />
      {' – '}
      <Money units={offer.dailyMaxUnits} precision={6} asset="BTC" hideable={false} />
    </span>
  );
}
