import { safeTransferFromData, transferData } from '../chain/abi.ts';
import type { SigningIntent } from './port.ts';

/** The call of a contract that an intent means; both who signs it and who looks for it on the chain write it by this. */

interface ContractCall {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
}

/** @param hot address of the hot wallet. Null for an intent that calls no contract. */
export const contractCall = (intent: SigningIntent, hot: string): ContractCall | null => {
  const call = (contract: string, data: ContractCall['data']): ContractCall => ({
    to: contract as ContractCall['to'],
    data,
  });
  switch (intent.kind) {
    case 'transfer':
      return call(intent.contract, transferData(intent.to, intent.amount));
    case 'safeTransferFrom':
      return call(intent.contract, safeTransferFromData(hot, intent.to, intent.tokenId));
    case 'sweep':
      return call(intent.contract, transferData(hot, intent.amount));
    case 'topUp':
    case 'fill':
      return null;
  }
};
