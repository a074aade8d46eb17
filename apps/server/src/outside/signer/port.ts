/**
 * What may be signed, and nothing else: the signer writes the call itself and never signs bytes that it was given.
 * Amounts are whole numbers of the token's or coin's smallest unit; addresses are `0x` and 40 digits.
 */
export type SigningIntent =
  /** ERC-20 `transfer` of the hot wallet. */
  | { readonly kind: 'transfer'; readonly contract: string; readonly to: string; readonly amount: bigint }
  /** ERC-721 `safeTransferFrom` of the hot wallet. */
  | { readonly kind: 'safeTransferFrom'; readonly contract: string; readonly to: string; readonly tokenId: bigint }
  /** ERC-20 `transfer` of what a deposit address of ours holds, to the hot wallet. */
  | { readonly kind: 'sweep'; readonly contract: string; readonly index: number; readonly amount: bigint }
  /** Coins of the hot wallet for the gas of a deposit address of ours. */
  | { readonly kind: 'topUp'; readonly index: number; readonly value: bigint }
  /** Nothing to oneself: uses up a nonce behind which others wait. */
  | { readonly kind: 'fill' };

export interface SigningRequest {
  /** Whoever asks again under it gets the same nonce and the same intent or a refusal; only fees may differ. */
  readonly requestId: string;
  readonly chainId: number;
  readonly nonce: number;
  readonly intent: SigningIntent;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A signed transaction: its bytes and its hash, both as `0x` and digits. */
export interface SignedTransaction {
  readonly raw: string;
  readonly hash: string;
}

export const SIGNING_REFUSALS = [
  /** Not a request at all. */
  'malformed',
  'chain',
  /** This contract is on no list, or not for this function. */
  'contract',
  /** To nobody, to the contract itself or to our own wallet. */
  'receiver',
  'fee',
  'gas',
  'amount',
  /** The cap of this asset for the UTC day. */
  'daily_amount',
  /** The cap of what may be burnt as gas in a UTC day. */
  'daily_gas',
  /** Another request has this nonce. */
  'nonce_taken',
  /** This request has another nonce. */
  'nonce_bound',
  /** This request asked for something else before. */
  'intent_changed',
] as const;
export type SigningRefusalCode = (typeof SIGNING_REFUSALS)[number];

interface SigningKnown {
  readonly nonce?: number | null;
  readonly holder?: string | null;
}

/** The signer's no: nothing was signed by this asking. */
export class SigningRefused extends Error {
  readonly code: SigningRefusalCode;
  /** Of `nonce_bound`: the number under which the request was signed. */
  readonly nonce: number | null;
  /** Of `nonce_taken`: the request that was signed under the number. */
  readonly holder: string | null;
  constructor(code: SigningRefusalCode, detail: string, { nonce = null, holder = null }: SigningKnown = {}) {
    super(`the signer refused (${code}): ${detail}`);
    this.code = code;
    this.nonce = nonce;
    this.holder = holder;
  }
}

export interface SignerState {
  /** Of the hot wallet, in lower case. */
  readonly address: string;
  readonly chainIds: readonly number[];
  /** Whose children the deposit addresses are that it signs for; null: for none. */
  readonly xpub: string | null;
}

/**
 * Holds the keys, in a process of its own or in a KMS behind one. Refuses what its own policy does not allow, whoever asks.
 */
export interface Signer {
  /** @throws SigningRefused; OutsideFailure when it did not answer: whether it signed is not known then, and asking again is safe. */
  sign(request: SigningRequest): Promise<SignedTransaction>;
  /** @throws OutsideFailure */
  describe(): Promise<SignerState>;
  close(): void;
}
