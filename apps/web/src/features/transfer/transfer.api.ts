import { transfer, transferOptions, transferRecipient } from '@minerx/contract/transfer';
import { unitsFrom } from '@minerx/rules/money';
import { isWalletId, type ByWallet } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import type { Intent } from '@minerx/contract/intent';
import { intentPlace } from '../../base/asking/intent.ts';

/** The wallets that can be sent, each with its least. */
export const useTransferOptions = (): UseQueryResult<ByWallet> =>
  useQuery({
    queryKey: ['transfer', 'options'],
    queryFn: async ({ signal }) => {
      const { transfer: options } = await request(transferOptions, { signal });
      return Object.fromEntries(
        options
          .filter(({ member_wallet_type_id }) => isWalletId(member_wallet_type_id))
          .map((option) => [option.member_wallet_type_id, unitsFrom(option.transfer_min_amount)]),
      );
    },
  });

/** The masked name of the member that is meant. @throws {Refusal} */
export const findRecipient = async (recipient: string): Promise<string> =>
  (await request(transferRecipient, { body: { recipient } })).recipient_name;

/** What a transfer is sent with, but the PIN; the amount as on the wire. */
export interface TransferInput {
  recipient: string;
  recipientName: string;
  walletId: number;
  amount: string;
  note: string;
}

/** Where a transfer is kept while its answer is missing. */
export const transferPlace = intentPlace<TransferInput>('transfer', {
  fits: ({ recipient, amount }) => typeof recipient === 'string' && typeof amount === 'string',
});

/** Gives the id of the movement. @throws {Refusal} */
export async function sendTransfer({ key, input }: Intent<TransferInput>, pin: string): Promise<string> {
  const { recipient, recipientName, walletId, amount, note } = input;
  const body = {
    recipient,
    recipient_name: recipientName,
    wallet_type: walletId,
    amount,
    ...(note === '' ? {} : { note }),
    member_security_pin: pin,
  };
  return (await request(transfer, { body, idempotencyKey: key })).id;
}
