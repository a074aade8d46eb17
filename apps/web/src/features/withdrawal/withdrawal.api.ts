import type { BodyInputOf } from '@minerx/contract/call';
import type {
  Withdrawal,
  WithdrawalOption,
  withdraw,
  withdrawCancel,
  withdrawCodeRequest,
  withdrawHistory,
  withdrawOptions,
} from '@minerx/contract/withdrawal';
import { useQuery } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';
import type { Intent } from '@minerx/contract/intent';
import { askFor, intentPlace } from '../../base/asking/intent.ts';
import { askedOf, type Asked } from '../../base/parts/paged.tsx';
import type { Secrets } from '../../base/form/faults.ts';

export type { Withdrawal, WithdrawalOption };

const options = callOf<typeof withdrawOptions>('GET', 'wallet/withdraw/options', 'member');
const codeRequest = callOf<typeof withdrawCodeRequest>('POST', 'wallet/withdraw/request/code', 'member');
const send = callOf<typeof withdraw>('POST', 'wallet/withdraw', 'member');
const cancel = callOf<typeof withdrawCancel>('POST', 'wallet/withdraw/cancel', 'member');
const history = callOf<typeof withdrawHistory>('POST', 'wallet/withdraw/history', 'member');

export const withdrawalKeys = {
  all: ['withdrawal'],
  options: ['withdrawal', 'options'],
  history: (page: number | string) => ['withdrawal', 'history', page],
} as const;

/** On which terms each coin leaves on each of its networks now. */
export const useOptions = () =>
  useQuery({
    queryKey: withdrawalKeys.options,
    queryFn: async ({ signal }) => (await request(options, { signal })).options,
    // An address that begins to be usable, or a limit that is used, must not be told late.
    refetchOnMount: 'always',
  });

/** What is asked for. */
export interface Target {
  coin: number;
  network: string;
  amount: string;
  address: string;
  fee: string;
}

/** Where a withdrawal is kept while its answer is missing: another code asks for the same one. */
export const withdrawalPlace = intentPlace<Target>('withdraw', {
  fits: ({ coin, amount, address }) =>
    typeof coin === 'number' && typeof amount === 'string' && typeof address === 'string',
});

type CodeBody = BodyInputOf<typeof withdrawCodeRequest>;

const bodyOf = ({ coin, network, amount, address }: Omit<Target, 'fee'>, pin: string): CodeBody => ({
  wallet_type: coin,
  network,
  amount,
  address,
  member_security_pin: pin,
});

/** Asks for a code by mail, good for this withdrawal alone. @throws {Refusal} */
export const requestCode = (target: Omit<Target, 'fee'>, pin: string) =>
  request(codeRequest, { body: bodyOf(target, pin) });

/** Asks for the withdrawal. @throws {Refusal} */
export const sendWithdrawal = ({ key, input }: Intent<Target>, { pin, code }: Secrets) =>
  request(send, {
    body: { ...bodyOf(input, pin), fee: input.fee, verify_code: code },
    idempotencyKey: key,
  });

/** Takes one back that is under review; a lost answer is asked again. @throws {Refusal} */
export const cancelWithdrawal = (id: string) =>
  askFor(`withdraw-cancel:${id}`, { id }, (idempotencyKey) => request(cancel, { body: { id }, idempotencyKey }));

/** How often the history is asked for while something in it is not over. */
const OPEN_MS = 3000;

const isOpen = ({ expected_date: expected }: Withdrawal): boolean => expected !== null;

/** One page of the withdrawals, newest first. */
export function useWithdrawals(asked: Asked) {
  const { key, enabled, body } = askedOf(asked);
  return useQuery({
    queryKey: withdrawalKeys.history(key),
    enabled,
    queryFn: async ({ signal }) => {
      const { data, paginator } = await request(history, { body, signal });
      return { rows: data, total: paginator.total };
    },
    refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? OPEN_MS : false),
  });
}
