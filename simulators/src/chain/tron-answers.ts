import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { Refused, type Question } from '../program/json-http.ts';
import type { TronBlock, TronState, TronTransaction, TronTransfer } from './tron-state.ts';

/** What TRON's HTTP API and TronGrid's `/v1` answer about a chain. */

const base58check = createBase58check(sha256);
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const MOST_EVENTS = 200;

/** An address in any of the spellings that TronGrid takes: Base58Check, or hexadecimal digits behind 41. */
export const readAddress = (text: string): string => {
  if (/^41[0-9a-fA-F]{40}$/.test(text)) return text.slice(2).toLowerCase();
  try {
    const payload = base58check.decode(text);
    if (payload.length === 21 && payload[0] === 0x41) return Buffer.from(payload.subarray(1)).toString('hex');
  } catch {
    // Said below.
  }
  throw new Refused(400, { success: false, error: 'A valid account address is required.', statusCode: 400 });
};

const spell = (address: string): string => base58check.encode(Buffer.from(`41${address}`, 'hex'));

const word = (hex: string): string => hex.padStart(64, '0');
const logOf = ({ contract, from, to, value }: TronTransfer) => ({
  address: contract,
  topics: [TRANSFER_TOPIC, word(from), word(to)],
  data: word(BigInt(value).toString(16)),
});

/** Without what is zero, as its messages are written. */
const blockOf = ({ number, id, parentId, at, transactions }: TronBlock, detail: boolean): unknown => {
  const raw = { ...(number > 0 && { number }), parentHash: parentId, ...(at > 0 && { timestamp: at }) };
  const header = { raw_data: { ...raw, txTrieRoot: '0'.repeat(64), version: 31 } };
  const inside = transactions.map((each) => transactionOf(each));
  return { blockID: id, block_header: header, ...(detail && inside.length > 0 && { transactions: inside }) };
};

const transactionOf = ({ id, failed, transfers }: TronTransaction): unknown => {
  const owner = transfers[0]?.from ?? '0'.repeat(40);
  const contract = { type: 'TriggerSmartContract', parameter: { value: { owner_address: `41${owner}` } } };
  return { ret: [{ contractRet: failed ? 'REVERT' : 'SUCCESS' }], txID: id, raw_data: { contract: [contract] } };
};

const outcomeOf = ({ number, at }: TronBlock, { id, transfers, failed }: TronTransaction): unknown => ({
  id,
  blockNumber: number,
  blockTimeStamp: at,
  contractResult: [''],
  receipt: { energy_usage_total: 14_631, result: failed ? 'REVERT' : 'SUCCESS' },
  ...(failed ? { result: 'FAILED' } : { log: transfers.map(logOf) }),
});

/** The answer of a node or the index that is some blocks behind. @throws Refused for what there is not. */
export const answerTo = (state: TronState, { path, query, body }: Question, behind: number): unknown => {
  const head = state.blocks[Math.max(0, state.blocks.length - 1 - behind)]!;
  const { id_or_num: wanted, detail, num, value } = (body ?? {}) as Record<string, unknown>;
  switch (path) {
    case '/wallet/getblock':
      return wanted === undefined
        ? blockOf(head, detail === true)
        : numbered(state, head, Number(wanted), detail === true);
    case '/walletsolidity/getblock':
      return blockOf(state.solid(behind), detail === true);
    case '/wallet/gettransactioninfobyblocknum': {
      const block = Number(num) > head.number ? undefined : state.blocks[Number(num)];
      return block?.transactions.map((each) => outcomeOf(block, each)) ?? [];
    }
    case '/wallet/gettransactioninfobyid': {
      const found = state.find(String(value), head.number);
      return found === null ? {} : outcomeOf(found.block, found.transaction);
    }
    case '/wallet/gettransactionbyid': {
      const found = state.find(String(value), head.number);
      return found === null ? {} : transactionOf(found.transaction);
    }
    case '/walletsolidity/triggerconstantcontract':
      return constantOf(state, body as Record<string, unknown>, behind);
    case '/wallet/gettransactionfrompending': {
      const found = state.pending.find(({ id }) => id === value);
      return found === undefined ? {} : transactionOf(found);
    }
    default:
      return eventsOf(state, path, query, behind);
  }
};

/** `balanceOf(address)` by the newest solid block; of other calls a node says that the contract has none. */
const constantOf = (state: TronState, body: Record<string, unknown>, behind: number): unknown => {
  const { contract_address: contract, function_selector: selector, parameter } = body;
  if (selector !== 'balanceOf(address)' || !/^[0-9a-f]{64}$/.test(String(parameter)))
    return { result: { code: 'CONTRACT_EXE_ERROR', message: Buffer.from('REVERT opcode executed').toString('hex') } };
  const held = state.balanceOf(readAddress(String(contract)), String(parameter).slice(-40), state.solid(behind).number);
  return { result: { result: true }, energy_used: 935, constant_result: [word(held.toString(16))] };
};

const numbered = (state: TronState, head: TronBlock, number: number, detail: boolean): unknown =>
  number > head.number || state.blocks[number] === undefined ? {} : blockOf(state.blocks[number], detail);

/** `/v1/contracts/{address}/events`: by time, in pages that a fingerprint leads on from. */
const eventsOf = (state: TronState, path: string, query: URLSearchParams, behind: number): unknown => {
  const contract = /^\/v1\/contracts\/(\w+)\/events$/.exec(path)?.[1];
  if (contract === undefined) throw new Refused(404, { error: 'Not Found' });
  const address = readAddress(contract);
  const last = query.get('only_confirmed') === 'true' ? state.solid(behind).number : state.head.number - behind;
  const from = Number(query.get('min_block_timestamp') ?? 0);
  const to = Number(query.get('max_block_timestamp') ?? Infinity);
  const limit = Math.min(MOST_EVENTS, Number(query.get('limit') ?? 20));
  const events = state.blocks
    .slice(0, Math.max(0, last + 1))
    .filter(({ at }) => at >= from && at <= to)
    .flatMap((block) => block.transactions.flatMap((each) => eventsIn(block, each, address)));
  if (query.get('order_by') !== 'block_timestamp,asc') events.reverse();
  const start = Number(query.get('fingerprint') ?? 0);
  const data = events.slice(start, start + limit);
  const more = start + limit < events.length;
  const meta = { at: Date.now(), page_size: data.length, ...(more && { fingerprint: String(start + limit) }) };
  return { data, success: true, meta };
};

const eventsIn = (
  { number, at }: TronBlock,
  { id, failed, transfers }: TronTransaction,
  contract: string,
): unknown[] => {
  if (failed) return [];
  return transfers.flatMap((each, index) => {
    if (each.contract !== contract) return [];
    const named = { from: `0x${each.from}`, to: `0x${each.to}`, value: each.value };
    return [
      {
        block_number: number,
        block_timestamp: at,
        caller_contract_address: spell(contract),
        contract_address: spell(contract),
        event_index: index,
        event_name: 'Transfer',
        event: 'Transfer(address indexed from, address indexed to, uint256 value)',
        result: { 0: named.from, 1: named.to, 2: named.value, ...named },
        result_type: { from: 'address', to: 'address', value: 'uint256' },
        transaction_id: id,
      },
    ];
  });
};
