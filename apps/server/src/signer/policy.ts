import * as z from 'zod/mini';
import type { SigningIntent, SigningRefusalCode, SigningRequest } from '../outside/signer/port.ts';

const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((text) => text.toLowerCase()),
);
const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text) => BigInt(text)),
);

const chain = z.object({
  chainId: z.int().check(z.minimum(1)),
  /** Wei a unit of gas may cost at most. */
  maxFeePerGas: amount,
  /** Gas that one transaction may take. */
  maxGas: amount,
  /** Wei that what is signed in a UTC day may burn: of each request its dearest transaction, what it is raised by on the day of raising. */
  gasPerDay: amount,
  contracts: z.array(
    z.object({
      address,
      function: z.enum(['transfer', 'safeTransferFrom']),
      /** In one transaction: the token's smallest units. */
      maxAmount: z.optional(amount),
      /** In a UTC day: the token's smallest units, or items. */
      perDay: amount,
    }),
  ),
  /** Where the house keeps what is too much for the hot wallet: what goes there counts against no cap of its contract. */
  cold: z.optional(z.array(address)),
  /** Wei for the gas of deposit addresses; left out: none. */
  topUp: z.optional(z.object({ maxValue: amount, perDay: amount })),
});

const policy = z.object({ chains: z.array(chain) });
export type Policy = z.infer<typeof policy>;

/**
 * What may be signed, from the text of the operators' file.
 * @throws Error that names the field.
 */
export const readPolicy = (text: string): Policy => {
  const outcome = z.safeParse(policy, JSON.parse(text));
  if (outcome.success) return outcome.data;
  const issue = outcome.error.issues[0];
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
};

/** What of a UTC day is used up. */
export interface Used {
  /** Of the same asset and direction: smallest units, or items. */
  readonly amount: bigint;
  /** Wei of gas, of the whole chain. */
  readonly gas: bigint;
}

/** Under what a request counts against its day's cap; null: under none. */
export interface Counted {
  readonly asset: string;
  readonly amount: bigint;
}

export type Verdict =
  | { readonly ok: true; readonly counted: Counted | null }
  | { readonly ok: false; readonly code: SigningRefusalCode; readonly detail: string };

const no = (code: SigningRefusalCode, detail: string): Verdict => ({ ok: false, code, detail });
const NOBODY = /^0x0{40}$/;

type Chain = Policy['chains'][number];

/**
 * Whether the policy allows a request, apart from what its day has used up.
 * @param hot address of the hot wallet, in lower case.
 */
export const judge = (policy: Policy, request: SigningRequest, hot: string): Verdict => {
  const chain = policy.chains.find(({ chainId }) => chainId === request.chainId);
  if (chain === undefined) return no('chain', `chain ${request.chainId} is on no list`);
  if (request.maxFeePerGas > chain.maxFeePerGas) return no('fee', `a unit of gas may cost ${chain.maxFeePerGas} wei`);
  if (request.maxPriorityFeePerGas > request.maxFeePerGas) return no('fee', 'the tip is larger than the whole fee');
  if (request.gas > chain.maxGas || request.gas < 21_000n) return no('gas', `from 21000 to ${chain.maxGas}`);
  return judgeIntent(chain, request.intent, hot);
};

const judgeIntent = (chain: Chain, intent: SigningIntent, hot: string): Verdict => {
  if (intent.kind === 'fill') return { ok: true, counted: null };
  if (intent.kind === 'topUp') {
    const { topUp } = chain;
    if (topUp === undefined) return no('amount', 'no coins leave by this policy');
    if (intent.value <= 0n || intent.value > topUp.maxValue) return no('amount', `from 1 to ${topUp.maxValue} wei`);
    return { ok: true, counted: { asset: 'coin', amount: intent.value } };
  }
  const name = intent.kind === 'sweep' ? 'transfer' : intent.kind;
  const contract = chain.contracts.find((each) => each.address === intent.contract && each.function === name);
  if (contract === undefined) return no('contract', `${name} of ${intent.contract} is on no list`);
  if (intent.kind === 'sweep')
    // It can only go to our own wallet, so no cap stands in its way.
    return intent.amount > 0n ? { ok: true, counted: null } : no('amount', 'nothing to sweep');
  if (NOBODY.test(intent.to) || intent.to === intent.contract || intent.to === hot)
    return no('receiver', `nothing is sent to ${intent.to}`);
  const asset = `${name} ${intent.contract}`;
  if (intent.kind === 'safeTransferFrom') return { ok: true, counted: { asset, amount: 1n } };
  if (chain.cold?.includes(intent.to) === true)
    return intent.amount > 0n ? { ok: true, counted: null } : no('amount', 'nothing to move');
  const most = contract.maxAmount ?? contract.perDay;
  if (intent.amount <= 0n || intent.amount > most) return no('amount', `from 1 to ${most}`);
  return { ok: true, counted: { asset, amount: intent.amount } };
};

const chainOf = (policy: Policy, request: SigningRequest): Chain =>
  policy.chains.find(({ chainId }) => chainId === request.chainId)!;

/** Wei of gas that the transaction of a request may burn at most. */
export const burntBy = ({ gas, maxFeePerGas }: SigningRequest): bigint => gas * maxFeePerGas;

/** Whether the day still has room for what a request may burn, or may burn more than when it was signed before. */
export const judgeGas = (policy: Policy, request: SigningRequest, wei: bigint, usedWei: bigint): Verdict => {
  const { gasPerDay } = chainOf(policy, request);
  return usedWei + wei > gasPerDay ? no('daily_gas', `${gasPerDay} wei a day`) : { ok: true, counted: null };
};

/** Whether the day still has room for what a request that was not signed before moves. */
export const judgeDay = (policy: Policy, request: SigningRequest, counted: Counted | null, used: Used): Verdict => {
  const chain = chainOf(policy, request);
  if (counted === null) return { ok: true, counted };
  const contract = chain.contracts.find((each) => counted.asset === `${each.function} ${each.address}`);
  const perDay = contract?.perDay ?? chain.topUp!.perDay;
  if (used.amount + counted.amount > perDay) return no('daily_amount', `${perDay} of ${counted.asset} a day`);
  return { ok: true, counted };
};
