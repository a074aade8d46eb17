import { contractCall } from '../outside/signer/call-data.ts';
import type { SignedTransaction, SigningIntent, SigningRequest } from '../outside/signer/port.ts';
import { SigningRefused } from '../outside/signer/port.ts';
import { burntBy, judge, judgeDay, judgeGas, type Policy, type Verdict } from './policy.ts';
import type { SigningRecord } from './record.ts';
import { signTransaction } from './transaction.ts';
import type { SigningKey } from './key.ts';
import type { Wallet } from './wallet.ts';

interface SigningInput {
  readonly wallet: Wallet;
  readonly policy: Policy;
  readonly record: SigningRecord;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** Two askings mean the same when they give the same text. */
const textOf = (intent: SigningIntent): string =>
  JSON.stringify(intent, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

const require = (verdict: Verdict) => {
  if (!verdict.ok) throw new SigningRefused(verdict.code, verdict.detail);
  return verdict;
};

/**
 * Signs what the policy allows. A request is bound to its nonce and intent before it is signed, on disk, and stays so.
 * @throws SigningRefused
 */
export const createSigning = ({ wallet, policy, record, now }: SigningInput) => {
  const bind = (request: SigningRequest, from: string): void => {
    const { chainId, requestId, nonce } = request;
    const intent = textOf(request.intent);
    const { counted } = require(judge(policy, request, wallet.hot.address));
    const at = new Date(now()).toISOString();
    const day = at.slice(0, 10);
    const kept = record.find(chainId, requestId);
    if (kept !== null) {
      if (kept.intent !== intent) throw new SigningRefused('intent_changed', `${requestId} asked for something else`);
      if (kept.nonce !== nonce) throw new SigningRefused('nonce_bound', `${requestId} has nonce ${kept.nonce}`, kept);
      // One of its transactions at most is ever mined: the day is charged with what this one may burn more than those before.
      const more = burntBy(request) - kept.burnt;
      if (more <= 0n) return;
      require(judgeGas(policy, request, more, record.used(chainId, day, '').gas));
      return record.raise(request, day, more);
    }
    const holder = record.findByNonce(chainId, from, nonce);
    if (holder !== null) throw new SigningRefused('nonce_taken', `nonce ${nonce} is of ${holder}`, { holder });
    require(judgeGas(policy, request, burntBy(request), record.used(chainId, day, '').gas));
    require(judgeDay(policy, request, counted, record.used(chainId, day, counted?.asset ?? '')));
    record.add({ request, from, intent, day, counted, at });
  };

  return async (request: SigningRequest): Promise<SignedTransaction> => {
    const { intent, chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = request;
    const key = intent.kind === 'sweep' ? depositOf(wallet, intent.index) : wallet.hot;
    bind(request, key.address);
    const fields = { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, ...callOf(intent, wallet) };
    return signTransaction(fields, key);
  };
};

const depositOf = (wallet: Wallet, index: number): SigningKey => {
  if (wallet.xpub === null) throw new SigningRefused('receiver', 'this signer has no deposit addresses');
  return wallet.deposit(index);
};

const callOf = (intent: SigningIntent, wallet: Wallet): { to: string; value: bigint; data: Buffer } => {
  const call = contractCall(intent, wallet.hot.address);
  if (call !== null) return { to: call.to, value: 0n, data: Buffer.from(call.data.slice(2), 'hex') };
  const data = Buffer.alloc(0);
  if (intent.kind === 'topUp') return { to: depositOf(wallet, intent.index).address, value: intent.value, data };
  return { to: wallet.hot.address, value: 0n, data };
};
