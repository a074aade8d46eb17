import type { WalletId } from '@minerx/rules/wallet';
import { EmptyState } from '@minerx/ui/empty-state';
import { Segmented } from '@minerx/ui/segmented';
import { Skeleton } from '@minerx/ui/skeleton';
import { useState } from 'react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { AddressCard } from './address-card.tsx';
import { CheckTransaction } from './check-transaction.tsx';
import { useDepositOptions, type DepositOption } from './deposit.api.ts';

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

function Choice({ options, meant, faucet }: ChoiceProps) {
  const { t } = useTexts();
  const [walletType, setWalletType] = useState<number>(meant ?? options[0]!.walletType);
  const [network, setNetwork] = useState<string | null>(null);
  const coins = [...new Map(options.map((each) => [each.walletType, each.coin]))];
  const ofCoin = options.filter((each) => each.walletType === walletType);
  const option = ofCoin.find((each) => each.network === network) ?? ofCoin[0] ?? options[0]!;
  return (
    <>
      <Segmented
        label={t('deposit.coin')}
        options={coins.map(([id, label]) => ({ id, label }))}
        value={option.walletType}
        onChange={setWalletType}
      />
      <Segmented
        label={t('deposit.network')}
        options={ofCoin.map((each) => ({ id: each.network, label: each.network }))}
        value={option.network}
        onChange={setNetwork}
      />
      <AddressCard key={`${option.walletType} ${option.network}`} option={option} faucet={faucet} />
      <CheckTransaction network={option.network} />
    </>
  );
}
