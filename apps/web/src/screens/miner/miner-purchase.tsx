import type { Member } from '@minerx/contract/profile';
import { WALLET } from '@minerx/rules/wallet';
import { useState } from 'react';
import { ownWallet } from '../../base/own-wallet.ts';
import { Page } from '../../base/page.tsx';
import { Below } from '../../base/parts/late/below.tsx';
import { Loaded } from '../../base/query.tsx';
import { useMember } from '../../features/member/member.api.ts';
import { CountryInfo, CountryInfoButton } from '../../features/miner-package/country-info.tsx';
import { useNetworkNow, useOffers, useStocks } from '../../features/miner-package/miner-package.api.ts';
import type { MinerOffer } from '../../features/miner-package/miner-offer.ts';
import { OfferFacts } from '../../features/miner-package/offer-facts.tsx';
import { PackageCarousel } from '../../features/miner-package/package-carousel.tsx';
import { CarouselSkeleton, FactsSkeleton } from '../../features/miner-package/purchase-skeleton.tsx';
import { remainingOf } from '../../features/miner-package/stock-card.tsx';
import { LastKnown } from '../../features/purchase/last-known.tsx';
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

/** What is offered, what was chosen of it, and the purchase of that. */
function useX1() {
  const offers = useOffers('x1');
  const member = useMember();
  const methods = useAllowedMethods();
  const stocks = useStocks();
  const [choice, choose] = useChoice('x1');
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
  const ahead = stocks.data?.x1.waiting ?? 0;
  return { offers, offer, member, methods, stocks, method: method ?? 1, choose, purchase, ahead };
}

export function MinerPurchaseScreen() {
  const { t } = useTexts();
  const { offers, offer, member, methods, stocks, method, choose, purchase, ahead } = useX1();
  const network = useNetworkNow();
  const [info, setInfo] = useState(false);
  const queue = offers.data?.queue ?? 0;
  const nothing = offers.data ? offers.data.offers.length === 0 : offers.isError;

  return (
    <Page
      title={t('common.title.miner')}
      backTo="/miner"
      action={<CountryInfoButton onClick={() => setInfo(true)} />}
      bar={!nothing && <PurchaseBar purchase={purchase} ahead={ahead} />}
    >
      {!nothing && <LastKnown figures={[offers, member, methods, stocks, network]} />}
      <Loaded query={offers} skeleton={<CarouselSkeleton />} isEmpty={({ offers: list }) => list.length === 0} unmarked>
        {({ offers: list }) => (
          <Loaded query={member} skeleton={<CarouselSkeleton />} unmarked>
            {(loaded) =>
              offer && (
                <Offers
                  {...{ list, offer, queue, member: loaded }}
                  onChange={({ id }) => choose({ packageId: id })}
                  onInfo={() => setInfo(true)}
                />
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
        <Loaded query={methods} skeleton={<PurchaseFormSkeleton />} unmarked>
          {(list) => (
            <Below frames={2} skeleton={<PurchaseFormSkeleton />}>
              <PurchaseForm
                purchase={purchase}
                methods={list}
                method={method}
                onMethod={(next) => choose({ method: next })}
                onQuantity={(next) => choose({ quantity: next })}
              />
            </Below>
          )}
        </Loaded>
      )}
      <PurchaseSheet purchase={purchase} ahead={ahead} queue={queue} poolFeePpm={network.data?.poolFeePpm} />
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

interface OffersProps {
  list: readonly MinerOffer[];
  offer: MinerOffer;
  queue: number;
  member: Member;
  onChange: (offer: MinerOffer) => void;
  onInfo: () => void;
}

/** The packages, and what the chosen one is. */
function Offers({ list, offer, queue, member, onChange, onInfo }: OffersProps) {
  const network = useNetworkNow();
  return (
    <>
      <PackageCarousel
        offers={list}
        current={offer}
        onChange={onChange}
        restricted={isRestricted(offer, member)}
        onInfo={onInfo}
      />
      <Below skeleton={<FactsSkeleton />}>
        <OfferFacts
          offer={offer}
          network={network}
          btcPriceUnits={ownWallet(member, WALLET.BTC).priceUnits}
          queue={queue}
        />
      </Below>
    </>
  );
}
