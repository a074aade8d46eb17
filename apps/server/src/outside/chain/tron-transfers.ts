import { spellAddress } from '@minerx/rules/chain-spelling';
import { NETWORK } from '@minerx/rules/network';
import { isOutsideFailure, OutsideFailure } from '../failure.ts';
import { transferOf } from './evm-answers.ts';
import type { ChainLog, Hex, Outcome, TransferQuery } from './port.ts';
import { blockAnswer, eventsAnswer, outcomeAnswer, outcomesAnswer, type TronEvents } from './tron-answers.ts';
import type { TronBlock, TronOutcome } from './tron-answers.ts';
import type { TronEndpoint } from './tron-endpoint.ts';

/** Blocks that one question about transfers may reach over where they are read one by one. */
const MOST_BLOCKS = 128;
/** From so many blocks on the index is quicker than the blocks themselves. */
const WORTH_THE_INDEX = 40;
const PAGE = 200;
const MOST_PAGES = 50;
/** Asked about at once. */
const TOGETHER = 4;

const fail = (reason: 'malformed' | 'implausible' | 'not_ready' | 'refused', detail: string): never => {
  throw new OutsideFailure(`chain-${NETWORK.TRC20}`, reason, detail);
};

/** A block with or without its transactions, by one endpoint; null: it has none of that number. */
export const askBlock = async (endpoint: TronEndpoint, number: number, detail: boolean): Promise<TronBlock | null> => {
  const block = await endpoint.post('/wallet/getblock', { id_or_num: String(number), detail }, blockAnswer);
  return block === null || block.number === number ? block : fail('malformed', `another block than ${number}`);
};

const placed = ({ logs, ...outcome }: TronOutcome, blockHash: Hex): Outcome => ({
  ...outcome,
  blockHash,
  logs: logs.map((log, logIndex): ChainLog => {
    const { transactionHash, blockNumber } = outcome;
    return { ...log, transactionHash, blockNumber, blockHash, logIndex };
  }),
});

/**
 * What became of a transaction. An outcome names its block by number alone, and behind one address there are many nodes: it counts
 * when the block that has the number now names the transaction as its own.
 */
export const askOutcome = async (endpoint: TronEndpoint, hash: Hex): Promise<Outcome | null> => {
  const told = await endpoint.post('/wallet/gettransactioninfobyid', { value: hash.slice(2) }, outcomeAnswer);
  if (told === null) return null;
  if (told.transactionHash !== hash) return fail('malformed', 'the outcome of another transaction');
  const block = await askBlock(endpoint, told.blockNumber, true);
  if (block?.transactions.includes(hash) !== true) return fail('not_ready', 'its block is another one now');
  return placed(told, block.hash);
};

/** What became of all transactions of a block, in its order: every one of them, or it is not known yet. */
const askOutcomes = async (endpoint: TronEndpoint, number: number): Promise<Outcome[]> => {
  const [block, told] = await Promise.all([
    askBlock(endpoint, number, true),
    endpoint.post('/wallet/gettransactioninfobyblocknum', { num: number }, outcomesAnswer),
  ]);
  if (block === null) return fail('not_ready', `block ${number} is not there`);
  const known = new Map(told.map((each) => [each.transactionHash, each]));
  if (told.length !== block.transactions.length) return fail('not_ready', `not all outcomes of block ${number}`);
  return block.transactions.map((hash) => {
    const outcome = known.get(hash);
    return outcome?.blockNumber === number
      ? placed(outcome, block.hash)
      : fail('not_ready', `outcomes of another block than ${number}`);
  });
};

const inTurns = async <T, R>(all: readonly T[], ask: (each: T) => Promise<R>): Promise<R[]> => {
  const found: R[] = [];
  for (let from = 0; from < all.length; from += TOGETHER)
    found.push(...(await Promise.all(all.slice(from, from + TOGETHER).map(ask))));
  return found;
};

/**
 * The logs of transfers in a range, by one endpoint. Near the head blocks are read one by one with what became of each of their
 * transactions; a long way back TronGrid's index says in which transactions to look, where it is known to reach so far.
 */
export const askTransfers = async (endpoint: TronEndpoint, query: TransferQuery): Promise<ChainLog[]> => {
  const { fromBlock, toBlock } = query;
  const tokens = new Set(query.tokens);
  const recipients = query.recipients === undefined ? null : new Set(query.recipients);
  const isWanted = (log: ChainLog): boolean => {
    const transfer = transferOf(log);
    return transfer !== null && tokens.has(transfer.token) && (recipients?.has(transfer.to) ?? true);
  };
  const outcomes = (await askIndex(endpoint, query, recipients)) ?? (await askAll(endpoint, fromBlock, toBlock));
  return outcomes
    .flatMap(({ succeeded, logs }) => (succeeded ? logs : []))
    .filter(isWanted)
    .toSorted(
      (a, b) =>
        a.blockNumber - b.blockNumber || a.transactionHash.localeCompare(b.transactionHash) || a.logIndex - b.logIndex,
    );
};

const askAll = async (endpoint: TronEndpoint, fromBlock: number, toBlock: number): Promise<Outcome[]> => {
  const count = toBlock - fromBlock + 1;
  if (count > MOST_BLOCKS) return fail('refused', `${count} blocks at once`);
  const numbers = Array.from({ length: count }, (_, index) => fromBlock + index);
  return (await inTurns(numbers, (number) => askOutcomes(endpoint, number))).flat();
};

/** Null where the index does not help: there is none, the range is short or not final yet, or it has not come so far. */
const askIndex = async (
  endpoint: TronEndpoint,
  { tokens, fromBlock, toBlock }: TransferQuery,
  recipients: ReadonlySet<Hex> | null,
): Promise<Outcome[] | null> => {
  if (toBlock - fromBlock < WORTH_THE_INDEX) return null;
  const solid = await endpoint.post('/walletsolidity/getblock', { detail: false }, blockAnswer);
  if (solid === null || solid.number < toBlock) return null;
  const [first, last] = await Promise.all([askBlock(endpoint, fromBlock, false), askBlock(endpoint, toBlock, false)]);
  if (first === null || last === null) return fail('not_ready', 'a final block is not there');
  const hashes = new Set<Hex>();
  for (const token of tokens) {
    const found = await askEvents(endpoint, token, { from: first, to: last });
    if (found === null) return null;
    for (const { block_number: number, transaction_id: hash, result } of found) {
      const to = (result['1'] ?? result['to'] ?? fail('malformed', 'a transfer to nobody')).toLowerCase() as Hex;
      if (number >= fromBlock && number <= toBlock && (recipients?.has(to) ?? true)) hashes.add(hash);
    }
  }
  const outcomes = await inTurns([...hashes], (hash) => askOutcome(endpoint, hash));
  return outcomes.map((outcome) => {
    if (outcome === null) return fail('not_ready', 'the index knows a transaction that the node does not');
    const { blockNumber } = outcome;
    return blockNumber >= fromBlock && blockNumber <= toBlock
      ? outcome
      : fail('implausible', 'the index has it in another block');
  });
};

/** Final transfers of a token in a time; null where the index is not known to have come to its end, or there is none. */
const askEvents = async (
  endpoint: TronEndpoint,
  token: Hex,
  { from, to }: { from: TronBlock; to: TronBlock },
): Promise<TronEvents['data'] | null> => {
  const path = `/v1/contracts/${spellAddress(NETWORK.TRC20, token)}/events?event_name=Transfer&only_confirmed=true`;
  const newest = await orNull(() => endpoint.get(`${path}&order_by=block_timestamp,desc&limit=1`, eventsAnswer));
  if ((newest?.data[0]?.block_number ?? -1) <= to.number) return null;
  const range = `&order_by=block_timestamp,asc&limit=${PAGE}&min_block_timestamp=${from.at}&max_block_timestamp=${to.at}`;
  const found: TronEvents['data'] = [];
  const seen = new Set<string>();
  for (let next = ''; ;) {
    const { data, meta } = await endpoint.get(path + range + next, eventsAnswer);
    found.push(...data);
    const { fingerprint } = meta;
    if (fingerprint === undefined) return found;
    if (seen.has(fingerprint)) return fail('malformed', 'its pages go in a circle');
    seen.add(fingerprint);
    if (seen.size >= MOST_PAGES) return fail('refused', 'too many transfers at once');
    next = `&fingerprint=${encodeURIComponent(fingerprint)}`;
  }
};

/** A node without TronGrid's index answers the question with an error or a page for people. */
const orNull = async <T>(ask: () => Promise<T>): Promise<T | null> => {
  try {
    return await ask();
  } catch (error) {
    if (isOutsideFailure(error) && (error.reason === 'refused' || error.reason === 'malformed')) return null;
    throw error;
  }
};
