import type { Units } from '@minerx/rules/money';
import { activationFee } from '@minerx/rules/purchase';
import { walletById, WALLET_OF } from '@minerx/rules/wallet';
import { ABOUT } from '@minerx/ui/amount-text';
import { Money } from '@minerx/ui/money';
import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../member.ts';
import { ownWallet } from '../own-wallet.ts';

const { id, name, precision } = walletById(WALLET_OF.activationFee);

interface ActivationFeeProps {
  /** USDT of one order. */
  feeUnits: Units;
  orders?: number;
}

/** What an activation costs: dollars that an order has fixed, and about what they take of AOGTD at the price of now, each order's rounded up. */
export function ActivationFee({ feeUnits, orders = 1 }: ActivationFeeProps) {
  const { data: member } = useQuery(memberQuery);
  const price = member ? ownWallet(member, id).priceUnits : 0n;
  const times = BigInt(orders);
  return (
    <>
      <Money units={feeUnits * times} precision={2} asset="USDT" hideable={false} />
      {price > 0n && (
        <>
          {' '}
          <span className="soft">
            ({ABOUT}
            <Money units={activationFee(feeUnits, price) * times} precision={precision} asset={name} hideable={false} />
            )
          </span>
        </>
      )}
    </>
  );
}
