import { describe, expect, it } from 'vitest';
import { topicOf, TRANSFER_TOPIC } from '../../outside/chain/abi.ts';
import type { Chain, Hex, Receipt } from '../../outside/chain/port.ts';
import { contractCall } from '../../outside/signer/call-data.ts';
import { lookFor, proveNumber } from './payout-chain.ts';
import type { Payout } from './payout.ts';

const HOT = '0x52908400098527886e0f7030069857d2e4169ee7';
const TOKEN = '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0';
const TO = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`;

const payout = {
  sender: HOT,
  nonce: 7,
  kind: 'withdrawal',
  intent: { kind: 'transfer', contract: TOKEN, to: TO, amount: 20n },
} as unknown as Payout & { nonce: number };

const MOVED = {
  address: TOKEN,
  topics: [TRANSFER_TOPIC, topicOf(HOT), topicOf(TO)],
  data: topicOf(20n),
};
const receipt = {
  from: HOT,
  succeeded: true,
  blockNumber: 10,
  blockHash: hash('a'),
  logs: [MOVED],
} as unknown as Receipt;

/** What a chain of 100 blocks, final up to 90, says of one transaction. */
const saying = (said: { receipt?: Receipt; block?: Hex; data?: Hex }) =>
  ({
    receipt: async () => said.receipt ?? receipt,
    block: async () => ({ number: 10, hash: said.block ?? hash('a'), parentHash: hash('9'), at: 0 }),
    transactionBy: async () => ({ hash: hash('f'), to: TOKEN, data: said.data ?? '0x', blockNumber: 10 }),
  }) as unknown as Chain;
const standing = { head: 100, final: () => 90, used: async () => 8, usedFinally: async () => 8 };
const look = (chain: Chain) => lookFor(chain, payout, [hash('1')], { standing, confirmations: 3 });

describe('what a chain says of a payout', () => {
  it('is final where its block still has that number, and moved where the contract says so', async () => {
    expect(await look(saying({}))).toMatchObject({ kind: 'mined', final: true, outcome: 'moved', confirmed: 91 });
    expect(await look(saying({ block: hash('b') }))).toMatchObject({ kind: 'mined', final: false });
  });

  it('is unclear where the contract says nothing, or of another amount, and reverted where it refused', async () => {
    const outcome = async (changed: Partial<Receipt>) => {
      const sight = await look(saying({ receipt: { ...receipt, ...changed } }));
      return sight.kind === 'mined' && sight.outcome;
    };
    expect(await outcome({ logs: [] })).toBe('unclear');
    expect(await outcome({ logs: [{ ...MOVED, data: hash('1') }] as never })).toBe('unclear');
    expect(await outcome({ succeeded: false })).toBe('reverted');
  });

  it('tells of another sender nothing', async () => {
    expect(await look(saying({ receipt: { ...receipt, from: TO } }))).toEqual({ kind: 'unexplained' });
  });
});

describe('what used the number of a payout', () => {
  const prove = (data: Hex, attempts: { hash: string }[] = []) =>
    proveNumber(saying({ data }), payout, attempts as never, 90);

  it('is ours where it does the very same, or is one of ours; else ours will never be mined', async () => {
    const { data } = contractCall(payout.intent, HOT)!;
    expect(await prove(data)).toEqual({ kind: 'ours', hash: hash('f') });
    const other = contractCall({ ...payout.intent, amount: 21n } as never, HOT)!.data;
    expect(await prove(other)).toEqual({ kind: 'never', by: hash('f') });
    expect(await prove(other, [{ hash: hash('f') }])).toEqual({ kind: 'ours', hash: hash('f') });
  });
});
