import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { NETWORKS } from '@minerx/rules/network';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, checked, opaqueId, pageResult, soughtBody, text, timestamp, walletTypeId } from '../wire/wire.ts';

const LABELS: readonly string[] = NETWORKS.map(({ label }) => label);

const network = checked(16, (label) => LABELS.includes(label), 'err_withdrawal_network');
const walletType = walletTypeId('err_withdrawal_coin');
/** In a query everything is text. A wallet that there is not has no address either. */
const walletTypeText = checked(4, (typed) => /^[1-9]\d{0,3}$/.test(typed), 'err_withdrawal_coin');

const terms = {
  /** Wallet type of the coin. */
  wallet_type: z.number(),
  wallet_type_name: z.string(),
  network: z.string(),
  /** Less than this is kept and credited as soon as together it is enough. */
  deposit_minimum: amount,
  deposit_confirmations: z.number(),
  /** From a block to the credit, about. */
  deposit_expected_seconds: z.number(),
  /** The network is a simulated chain, with this id; null on a real one. */
  simulated_chain_id: z.nullable(z.number()),
};

const depositOption = z.object({
  ...terms,
  /** False: its chain has not been read for minutes. What is sent appears later. */
  network_read: z.boolean(),
});
export type DepositOption = z.output<typeof depositOption>;

const deposit = z.object({
  id: opaqueId,
  wallet_type: z.number(),
  wallet_type_name: z.string(),
  network: z.string(),
  deposit_amount: amount,
  deposit_address: z.string(),
  deposit_hash: z.string(),
  /** 0 seen, 1 final and waiting for the minimum, 3 credited, 9 orphaned: its block is on the chain no more. */
  deposit_status: z.enum(DEPOSIT_STATUS),
  /** Blocks on it now, its own included, at most as many as are needed. */
  deposit_confirmed: z.number(),
  deposit_confirmations: z.number(),
  deposit_minimum: amount,
  deposit_expected_seconds: z.number(),
  /** Where the transaction can be looked at; null where nobody shows it. */
  deposit_explorer: z.nullable(z.string()),
  simulated_chain_id: z.nullable(z.number()),
  deposit_seen_date: timestamp,
  deposit_credited_date: z.nullable(timestamp),
});
export type Deposit = z.output<typeof deposit>;

export const depositOptions = defineCall({
  method: 'GET',
  path: 'wallet/deposit/options',
  summary: 'The coins that can be deposited now, each with its networks and terms.',
  session: 'member',
  result: z.object({
    options: z.array(depositOption),
    /** Test coins can be asked for: a simulated chain only. */
    faucet: z.boolean(),
  }),
  refusals: [],
});

export const depositAddress = defineCall({
  method: 'GET',
  path: 'wallet/deposit/address',
  summary: "The member's own address for a coin on a network: the same at every call, and nobody else's.",
  session: 'member',
  query: z.object({ wallet_type: walletTypeText, network }),
  result: z.object({ ...terms, deposit_address: z.string() }),
  refusals: ['err_deposit_unavailable'],
});

export const depositHistory = defineCall({
  method: 'POST',
  path: 'wallet/deposit/history',
  summary: 'Own deposits from their first sighting on, newest first.',
  session: 'member',
  body: soughtBody,
  result: pageResult(deposit),
  refusals: [],
});

/** What is known of a transaction that somebody asks about. */
const DEPOSIT_CHECKS = [
  /** No node knows it on this network. */
  'unknown',
  /** Known, and in no block yet. */
  'pending',
  /** It stands in a block, and failed: nothing moved. */
  'failed',
  /** It moved nothing to the member's own address. */
  'elsewhere',
  /** It moved something to the member's own address that is no coin we take there. */
  'token',
  /** It moved an amount of 0 to the member's own address, as strangers do who want an address of theirs to be copied from a list. */
  'zero',
  /** It moved less than the smallest amount there is here. */
  'dust',
  /** It is one of ours, and its block has not been read yet. */
  'soon',
  /** It is one of ours, from a time when nobody looked there: operators have it credited. */
  'missed',
  /** It is one of ours: its deposit says the rest. */
  'deposit',
] as const;
export type DepositCheck = (typeof DEPOSIT_CHECKS)[number];

export const depositCheck = defineCall({
  method: 'POST',
  path: 'wallet/deposit/check',
  summary: 'Looks a transaction up on a network and says what became of it for this member.',
  session: 'member',
  body: z.object({
    network,
    deposit_hash: text(80, { pattern: /^\s*(0x)?[0-9a-fA-F]{64}\s*$/, code: 'err_deposit_hash' }),
  }),
  result: z.object({ check: z.enum(DEPOSIT_CHECKS), deposits: z.array(deposit) }),
  refusals: ['err_deposit_unavailable'],
});

export const depositFaucet = defineCall({
  method: 'POST',
  path: 'wallet/deposit/faucet',
  summary:
    'On a simulated chain: sends test coins from its faucet to the own address. Refused wherever coins are real.',
  session: 'member',
  body: z.object({ wallet_type: walletType, network }),
  result: z.object({ deposit_amount: amount }),
  refusals: ['err_deposit_unavailable', 'err_faucet_unavailable'],
  idempotent: true,
});
