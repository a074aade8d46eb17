import type { PayoutStatus } from '@minerx/rules/payout';
import type { SigningIntent } from '../../outside/signer/port.ts';

type PayoutKind = 'withdrawal' | 'nft' | 'sweep' | 'top_up' | 'fill' | 'cold';

export interface Payout {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly memberId: bigint | null;
  readonly networkId: number;
  readonly chainId: number;
  /** Whose transaction it is, in lower case. */
  readonly sender: string;
  readonly intent: SigningIntent;
  readonly status: PayoutStatus;
  readonly nonce: number | null;
  readonly waitsFor: string | null;
  readonly refusals: number;
  readonly txHash: string | null;
  readonly blockNumber: number | null;
  readonly cause: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
}

/** A signed transaction of a payout. */
export interface Attempt {
  readonly hash: string;
  readonly payoutId: string;
  readonly raw: string;
  readonly maxFeeWei: bigint;
  readonly tipWei: bigint;
  readonly gas: bigint;
  readonly createdAt: Date;
  readonly broadcastAt: Date;
}
