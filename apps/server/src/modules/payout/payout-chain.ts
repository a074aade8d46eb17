import { topicOf, TRANSFER_TOPIC } from '../../outside/chain/abi.ts';
import { confirmationsOf } from '@minerx/rules/deposit';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { contractCall } from '../../outside/signer/call-data.ts';
import type { Attempt, Payout } from './payout.ts';

/** What a chain says about a payout now. */
export type Sight =
  /** In no block, and its number is free: it may still be mined. */
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'mined';
      readonly hash: string;
      readonly blockNumber: number;
      /** Blocks on it, its own included. */
      readonly confirmed: number;
      /** The block will not be taken back. */
      readonly final: boolean;
      /** It did what it was to do: not refused by the contract, and the contract says that it moved. */
      readonly outcome: 'moved' | 'reverted' | 'unclear';
    }
  /** Its number is used up in a final block, and none of its transactions is known to stand there. */
  | { readonly kind: 'unexplained' };

/** Where a chain stands, seen once for everything that is looked at in one round. */
export interface Standing {
  readonly head: number;
  /** The highest block that will not be taken back. */
  final(confirmations: number): number;
  /** Numbers of the wallet in blocks, and in final ones. */
  used(sender: string): Promise<number>;
  usedFinally(sender: string, confirmations: number): Promise<number>;
}

type Receipt = NonNullable<Awaited<ReturnType<Chain['receipt']>>>;

/** Whether a receipt says that what was to move has moved. */
const outcomeOf = ({ succeeded, logs }: Receipt, { intent, sender }: Payout): 'moved' | 'reverted' | 'unclear' => {
  if (!succeeded) return 'reverted';
  if (intent.kind === 'topUp' || intent.kind === 'fill') return 'moved';
  const item = intent.kind === 'safeTransferFrom';
  // What is swept goes to the hot wallet of the day on which it was signed: the signer sends it nowhere else.
  const to = intent.kind === 'sweep' ? [] : [topicOf(intent.to)];
  const wanted = [TRANSFER_TOPIC, topicOf(sender), ...to, ...(item ? [topicOf(intent.tokenId)] : [])];
  const moved = logs.some(
    ({ address, topics, data }) =>
      address === intent.contract &&
      wanted.every((topic, index) => topics[index] === topic) &&
      (item || BigInt(data) === (intent as { amount: bigint }).amount),
  );
  return moved ? 'moved' : 'unclear';
};

/** Looks for the transactions of a payout. By receipts and numbers alone: what a node answered to them says nothing. */
export const lookFor = async (
  chain: Chain,
  payout: Payout & { readonly nonce: number },
  hashes: readonly string[],
  { standing, confirmations }: { standing: Standing; confirmations: number },
): Promise<Sight> => {
  if (payout.nonce >= (await standing.used(payout.sender))) return { kind: 'pending' };
  for (const hash of hashes) {
    const receipt = await chain.receipt(hash as Hex);
    // A row may name any hash: only what our wallet sent tells anything of it.
    if (receipt === null || receipt.from.toLowerCase() !== payout.sender) continue;
    const { blockNumber, blockHash } = receipt;
    const deep = blockNumber <= standing.final(confirmations);
    const final = deep && (await chain.block(blockNumber))?.hash === blockHash;
    const confirmed = Math.max(1, confirmationsOf(blockNumber, standing.head));
    return { kind: 'mined', hash, blockNumber, confirmed, final, outcome: outcomeOf(receipt, payout) };
  }
  const gone = payout.nonce < (await standing.usedFinally(payout.sender, confirmations));
  return { kind: gone ? 'unexplained' : 'pending' };
};

/** What has used up the number of a payout. */
type Proof =
  /** One of its own, or one that does the very same: it counts as its own. */
  | { readonly kind: 'ours'; readonly hash: string }
  /** Another transaction in a final block: none of ours will ever be mined. */
  | { readonly kind: 'never'; readonly by: string }
  | { readonly kind: 'unknown' };

/** Selector and amount: only our signer signs for a deposit address, and sends to whatever hot wallet it had then. */
const meaning = ({ kind }: Payout, data: string): string =>
  kind === 'sweep' ? `${data.slice(0, 10)}${data.slice(-64)}` : data;

/** Looks up which transaction used the number of a payout, in final blocks. */
export const proveNumber = async (
  chain: Chain,
  payout: Payout & { readonly nonce: number },
  attempts: readonly Attempt[],
  final: number,
): Promise<Proof> => {
  const found = await chain.transactionBy(payout.sender as Hex, payout.nonce, final);
  if (found === null) return { kind: 'unknown' };
  const call = contractCall(payout.intent, payout.sender);
  const same = call !== null && found.to === call.to && meaning(payout, found.data) === meaning(payout, call.data);
  const own = attempts.some(({ hash }) => hash === found.hash);
  return own || same ? { kind: 'ours', hash: found.hash } : { kind: 'never', by: found.hash };
};
