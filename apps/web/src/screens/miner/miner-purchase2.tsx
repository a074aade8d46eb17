import { WALLET } from '@minerx/rules/wallet';
import { useState } from 'react';
import { ownWallet } from '../../base/own-wallet.ts';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useMember } from '../../features/member/member.api.ts';
import { BoosterHero } from '../../features/miner-package/booster-hero.tsx';
import { CountryInfo, CountryInfoButton } from '../../features/miner-package/country-info.tsx';
import { useNetworkNow, useOffers, useStocks } from '../../features/miner-package/miner-package.api.ts';
import { OfferFacts } from '../../features/miner-package/offer-facts.tsx';
import { HeroSkeleton } from '../../features/miner-package/purchase-skeleton.tsx';
import { remainingOf } from '../../features/miner-package/stock-card.tsx';
import { LastKnown } from '../../features/purchase/last-known.tsx';
import { PurchaseBar } from '../../features/purchase/purchase-bar.tsx';
import { PurchaseForm, PurchaseFormSkeleton } from '../../features/purchase/purchase-form.tsx';
import { PurchaseSheet } from '../../features/purchase/purchase-sheet.tsx';
import { UnansweredPurchase } from '../../features/purchase/unanswered.tsx';
import { useChoice } from '../../features/purchase/use-choice.ts';
import { usePurchase } from '../../features/purchase/use-purchase.ts';
import { useTexts } from '../../i18n/texts.ts';

/** One package alone: there is nothing to switch to, for members of any country. */
export function MinerPurchase2Screen() {
  const { t } = useTexts();
  const offers = useOffers('x2');
  const member = useMember();
  const stocks = useStocks();
  const network = useNetworkNow();
  const [choice, choose] = useChoice('x2');
  const [info, setInfo] = useState(false);

  const offer = offers.data?.offers[0];
  const ahead = stocks.data?.x2.waiting ?? 0;
  const nothing = offers.data ? offers.data.offers.length === 0 : offers.isError;
  const purchase = usePurchase('x2', {
    offer,
    member: member.data,
    method: 1,
    quantityText: choice.quantity,
    freeUnits: stocks.data && remainingOf(stocks.data.x2),
  });

  return (
    <Page
      title={t('common.title.miner')}
      backTo="/miner"
      action={<CountryInfoButton onClick={() => setInfo(true)} />}
      bar={!nothing && <PurchaseBar purchase={purchase} ahead={ahead} />}
    >
      {!nothing && <LastKnown figures={[offers, member, stocks, network]} />}
      <Loaded query={offers} skeleton={<HeroSkeleton />} isEmpty={({ offers: list }) => list.length === 0} unmarked>
        {() =>
          offer && (
            <>
              <BoosterHero offer={offer} quantity={purchase.quantity ?? 1} />
              <OfferFacts
                offer={offer}
                network={network}
                btcPriceUnits={
                  member.data ? ownWallet(member.data, WALLET.BTC).priceUnits : member.isError ? 0n : undefined
                }
                queue={0}
              />
            </>
          )
        }
      </Loaded>
      {purchase.kept ? (
        <UnansweredPurchase purchase={purchase} />
      ) : nothing ? null : (
        <Loaded query={member} skeleton={<PurchaseFormSkeleton />} unmarked>
          {() => (
            <PurchaseForm
              purchase={purchase}
              methods={null}
              method={1}
              onMethod={() => undefined}
              onQuantity={(next) => choose({ quantity: next })}
            />
          )}
        </Loaded>
      )}
      <PurchaseSheet purchase={purchase} ahead={ahead} queue={0} poolFeePpm={network.data?.poolFeePpm} />
      <CountryInfo open={info} onClose={() => setInfo(false)} />
    </Page>
  );
}
