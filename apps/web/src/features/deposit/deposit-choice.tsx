import type { WalletId } from '@minerx/rules/wallet';
import { EmptyState } from '@minerx/ui/empty-state';
import { Segmented } from '@minerx/ui/segmented';
import { Skeleton } from '@minerx/ui/skeleton';
import { useState } from 'react';
import { useSought } from '../../base/parts/paged.tsx';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { AddressCard } from './address-card.tsx';
import { CheckTransaction } from './check-transaction.tsx';
import { useDepositOptions, useDeposits, type Coin, type DepositOption } from './deposit.api.ts';

/** Coin and network, and the address that goes with them. */
export function DepositChoice({ meant }: { meant: WalletId | undefined }) {
  const { t } = useTexts();
  const query = useDepositOptions();
  return (
    <Loaded
      query={query}
      skeleton={<Waiting />}
      isEmpty={({ options }) => options.length === 0}
      empty={<EmptyState text={t('deposit.none')} />}
    >
      {({ options, faucet }) => <Choice options={options} meant={meant} faucet={faucet} />}
    </Loaded>
  );
}

/** Coin, network, and a card that reaches below the first sight of a phone. */
function Waiting() {
  return (
    <div className="stack-4">
      <Skeleton height="5.25rem" />
      <Skeleton height="5.25rem" />
      <Skeleton height="44rem" />
    </div>
  );
}

interface ChoiceProps {
  options: readonly DepositOption[];
  meant: WalletId | undefined;
  faucet: boolean;
}

/** The coin on its network, else the first network of the coin, else the first of all. */
function optionFor(options: readonly DepositOption[], { walletType, network }: Partial<Coin>): DepositOption {
  const ofCoin = options.filter((each) => each.walletType === walletType);
  return ofCoin.find((each) => each.network === network) ?? ofCoin[0] ?? options[0]!;
}

function Choice({ options, meant, faucet }: ChoiceProps) {
  const { t } = useTexts();
  // Whoever came for a deposit finds the network that it came in on, until another one is chosen.
  const sought = useDeposits(useSought()).data?.rows[0];
  const [chosen, setChosen] = useState<Partial<Coin> | null>(null);
  const option = optionFor(options, chosen ?? sought ?? { walletType: meant });
  const coins = [...new Map(options.map((each) => [each.walletType, each.coin]))];
  const ofCoin = options.filter(({ walletType }) => walletType === option.walletType);
  return (
    <>
      <Segmented
        label={t('deposit.coin')}
        options={coins.map(([id, label]) => ({ id, label }))}
        value={option.walletType}
        onChange={(walletType) => setChosen({ walletType, network: option.network })}
      />
      <Segmented
        label={t('deposit.network')}
        options={ofCoin.map((each) => ({ id: each.network, label: each.network }))}
        value={option.network}
        onChange={(network) => setChosen({ walletType: option.walletType, network })}
      />
      <AddressCard key={`${option.walletType} ${option.network}`} option={option} faucet={faucet} />
      <CheckTransaction network={option.network} />
    </>
  );
}
