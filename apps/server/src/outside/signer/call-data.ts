import type { SigningIntent } from './port.ts';

/** The call of a contract that an intent means; both who signs it and who looks for it on the chain write it by this. */

/** `transfer(address,uint256)` */
const TRANSFER = '0xa9059cbb';
/** `safeTransferFrom(address,address,uint256)` */
const SAFE_TRANSFER_FROM = '0x42842e0e';

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const addressWord = (address: string): string => word(BigInt(address));

export interface ContractCall {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
}

/** @param hot address of the hot wallet. Null for an intent that calls no contract. */
export const contractCall = (intent: SigningIntent, hot: string): ContractCall | null => {
  const call = (contract: string, selector: string, ...words: string[]): ContractCall => ({
    to: contract as `0x${string}`,
    data: `${selector}${words.join('')}` as `0x${string}`,
  });
  switch (intent.kind) {
    case 'transfer':
      return call(intent.contract, TRANSFER, addressWord(intent.to), word(intent.amount));
    case 'safeTransferFrom':
      return call(intent.contract, SAFE_TRANSFER_FROM, addressWord(hot), addressWord(intent.to), word(intent.tokenId));
    case 'sweep':
      return call(intent.contract, TRANSFER, addressWord(hot), word(intent.amount));
    case 'topUp':
    case 'fill':
      return null;
  }
};
