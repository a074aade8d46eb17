import { IconButton } from '@minerx/ui/icon-button';
import { WALLET } from '@minerx/rules/wallet';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { ownWallet } from '../../base/own-wallet.ts';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useMember } from '../../features/member/member.api.ts';
import { CountryInfo } from '../../features/miner-package/country-info.tsx';
import { useNetworkNow, useOffers, useStocks } from '../../features/miner-package/miner-package.api.ts';
import { OfferFacts } from '../../features/miner-package/offer-facts.tsx';
import { PackageCarousel } from '../../features/miner-package/package-carousel.tsx';
import { CarouselSkeleton } from '../../features/miner-package/purchase-skeleton.tsx';
import { remainingOf } from '../../features/miner-package/stock-card.tsx';
import { useAllowedMethods } from '../../features/purchase/purchase.api.ts';
import { PurchaseBar } from '../../features/purchase/purchase-bar.tsx';
import { PurchaseForm, PurchaseFormSkeleton } from '../../features/purchase/purchase-form.tsx';
import { isRestricted, shownOffer } from '../../features/purchase/purchase-plan.ts';
import { PurchaseSheet } from '../../features/purchase/purchase-sheet.tsx';
import { UnansweredPurchase } from '../../features/purchase/unanswered.tsx';
import { useChoice } from '../../features/purchase/use-choice.ts';
import { usePurchase } from '../../features/purchase/use-purchase.ts';
import { VoucherWay } from '../../features/purchase/voucher-way.tsx';
import { useTexts } from '../../i18n/texts.ts';

export function MinerPurchaseScreen() {
  const { t } = useTexts();
  const offers = useOffers('x1');
  const member = useMember();
  const methods = useAllowedMethods();
  const stocks = useStocks();
  const network = useNetworkNow();
  const [choice, choose] = useChoice('x1');
  const [info, setInfo] = useState(false);

  const offer = offers.data && member.data ? shownOffer(offers.data.offers, choice.packageId, member.data) : undefined;
  const allowed = methods.data ?? [];
  const method = allowed.find((each) => each === choice.method) ?? allowed[0];
  const purchase = usePurchase('x1', {
    offer,
    member: method ? member.data : undefined,
    method: method ?? 1,
    quantityText: choice.quantity,
    freeUnits: stocks.data && remainingOf(stocks.data.x1),
  });
  const queue = offers.data?.queue ?? 0;
  const nothing = offers.data ? offers.data.offers.length === 0 : offers.isError;

  return (
    <Page
      title={t('common.title.miner')}
      backTo="/miner"
      action={
        <IconButton
          label={t('miner.info')}
          icon={<Info size={22} aria-hidden="true" />}
          onClick={() => setInfo(true)}
        />
      }
      bar={!nothing && <PurchaseBar purchase={purchase} />}
    >
      <Loaded query={offers} skeleton={<CarouselSkeleton />} isEmpty={({ offers: list }) => list.length === 0}>
        {({ offers: list }) => (
          <Loaded query={member} skeleton={<CarouselSkeleton />}>
            {(loaded) =>
              offer && (
                <>
                  <PackageCarousel
                    offers={list}
                    current={offer}
                    onChange={({ id }) => choose({ packageId: id })}
                    restricted={isRestricted(offer, loaded)}
                    onInfo={() => setInfo(true)}
                  />
                  <OfferFacts
                    offer={offer}
                    network={network.isError && !network.data ? null : network.data}
                    btcPriceUnits={ownWallet(loaded, WALLET.BTC).priceUnits}
                    queue={queue}
                  />
                </>
              )
            }
          </Loaded>
        )}
      </Loaded>
      {purchase.kept ? (
        <UnansweredPurchase purchase={purchase} />
      ) : nothing ? null : offer?.isVoucher ? (
        <VoucherWay />
      ) : (
        <Loaded query={methods} skeleton={<PurchaseFormSkeleton />}>
          {(list) => (
            <PurchaseForm
              purchase={purchase}
              methods={list}
              method={method ?? 1}
              onMethod={(next) => choose({ method: next })}
              onQuantity={(next) => choose({ quantity: next })}
            />
          )}
        </Loaded>
      )}
      <PurchaseSheet
        purchase={purchase}
        ahead={stocks.data?.x1.waiting ?? 0}
        queue={queue}
        poolFeePpm={network.data?.poolFeePpm}
      />
      <CountryInfo
        open={info}
        onClose={() => {
          setInfo(false);
          choose({ packageId: offers.data?.offers[0]?.id ?? null });
          // The selection that just changed stands at the top.
          scrollTo({ top: 0 });
        }}
      />
    </Page>
  );
}
