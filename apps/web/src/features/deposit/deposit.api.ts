import {
  depositAddress,
  depositCheck,
  depositFaucet,
  depositHistory,
  depositOptions,
  type Deposit as WireDeposit,
  type DepositOption as WireOption,
} from '@minerx/contract/deposit';
import { MINUTE_MS } from '@minerx/rules/duration';
import { DEPOSIT_STATUS, type DepositStatus } from '@minerx/rules/deposit';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { askFor } from '../../base/asking/intent.ts';
import { askedOf, type Asked } from '../../base/parts/paged.tsx';

/** A coin on a network that it comes in on. */
export interface DepositOption {
  walletType: number;
  coin: string;
  /** Decimals that its amounts have at least. */
  precision: number;
  network: string;
  minimumUnits: Units;
  confirmations: number;
  expectedSeconds: number;
  /** null: the chain is real. */
  simulatedChainId: number | null;
  /** False: nobody has seen the chain for minutes. */
  networkRead: boolean;
}

export interface Deposit {
  id: string;
  walletType: number;
  coin: string;
  /** Decimals that its amounts have at least. */
  precision: number;
  network: string;
  units: Units;
  hash: string;
  status: DepositStatus;
  confirmed: number;
  confirmations: number;
  minimumUnits: Units;
  expectedSeconds: number;
  explorer: string | null;
  simulatedChainId: number | null;
  seenAt: string;
  creditedAt: string | null;
}

const precisionOf = (walletType: number): number => walletById(walletType as WalletId).precision;

const optionOf = (wire: WireOption): DepositOption => ({
  walletType: wire.wallet_type,
  coin: wire.wallet_type_name,
  precision: precisionOf(wire.wallet_type),
  network: wire.network,
  minimumUnits: unitsFrom(wire.deposit_minimum),
  confirmations: wire.deposit_confirmations,
  expectedSeconds: wire.deposit_expected_seconds,
  simulatedChainId: wire.simulated_chain_id,
  networkRead: wire.network_read,
});

const depositOf = (wire: WireDeposit): Deposit => ({
  id: wire.id,
  walletType: wire.wallet_type,
  coin: wire.wallet_type_name,
  precision: precisionOf(wire.wallet_type),
  network: wire.network,
  units: unitsFrom(wire.deposit_amount),
  hash: wire.deposit_hash,
  status: wire.deposit_status,
  confirmed: wire.deposit_confirmed,
  confirmations: wire.deposit_confirmations,
  minimumUnits: unitsFrom(wire.deposit_minimum),
  expectedSeconds: wire.deposit_expected_seconds,
  explorer: wire.deposit_explorer,
  simulatedChainId: wire.simulated_chain_id,
  seenAt: wire.deposit_seen_date,
  creditedAt: wire.deposit_credited_date,
});

export const useDepositOptions = () =>
  useQuery({
    queryKey: ['deposit', 'options'],
    queryFn: async ({ signal }) => {
      const { options, faucet } = await request(depositOptions, { signal });
      return { options: options.map(optionOf), faucet };
    },
    // Whether the chains are read is known of now alone.
    refetchOnMount: 'always',
    refetchInterval: MINUTE_MS,
  });

export type Coin = Pick<DepositOption, 'walletType' | 'network'>;

/** The member's own; it never changes. */
export const useDepositAddress = ({ walletType, network }: Coin) =>
  useQuery({
    queryKey: ['deposit', 'address', walletType, network],
    queryFn: async ({ signal }) => {
      const query = { wallet_type: String(walletType), network };
      return (await request(depositAddress, { query, signal })).deposit_address;
    },
    // Never another network's address under this one's name.
    placeholderData: undefined,
    staleTime: Infinity,
  });

/** How often the list is asked for: each second or two while a deposit counts its confirmations. */
const WAITING_MS = 1500;
const QUIET_MS = 6000;

/** One page of the deposits, newest first, kept up to date while the screen is looked at. */
export function useDeposits(asked: Asked) {
  const { key, enabled, body } = askedOf(asked);
  return useQuery({
    queryKey: ['deposit', 'history', key],
    enabled,
    queryFn: async ({ signal }) => {
      const { data, paginator } = await request(depositHistory, { body, signal });
      return { rows: data.map(depositOf), total: paginator.total };
    },
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === DEPOSIT_STATUS.SEEN) ? WAITING_MS : QUIET_MS,
  });
}

/** @throws {Refusal} */
export async function checkDeposit(network: string, hash: string) {
  const { check, deposits } = await request(depositCheck, { body: { network, deposit_hash: hash } });
  return { check, deposits: deposits.map(depositOf) };
}

/**
 * Test coins on a simulated chain.
 * @throws {Refusal}
 */
export const getTestCoins = ({ walletType, network }: Coin) =>
  askFor(`faucet:${walletType}:${network}`, { walletType, network }, async (idempotencyKey) => {
    const body = { wallet_type: walletType, network };
    return unitsFrom((await request(depositFaucet, { body, idempotencyKey })).deposit_amount);
  });
