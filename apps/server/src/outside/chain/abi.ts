import type { Hex } from './port.ts';

/** How the calls of contracts, and what they tell, are written: a selector and words of 32 bytes (Solidity's contract ABI). */

/** A whole number ≥ 0 as one word, without `0x`. */
export const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');

/** An address as one word. */
export const addressWord = (address: string): string => word(BigInt(address));

/** An address or a number as it stands among the topics of a log. */
export const topicOf = (value: string | bigint): Hex => `0x${word(BigInt(value))}`;

/** keccak256 of `Transfer(address,address,uint256)`, which ERC-20 and ERC-721 share. */
export const TRANSFER_TOPIC: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** ERC-20's `transfer(address,uint256)`. */
export const transferData = (to: string, amount: bigint): Hex => `0xa9059cbb${addressWord(to)}${word(amount)}`;

/** ERC-721's `safeTransferFrom(address,address,uint256)`. */
export const safeTransferFromData = (from: string, to: string, tokenId: bigint): Hex =>
  `0x42842e0e${addressWord(from)}${addressWord(to)}${word(tokenId)}`;

/** `balanceOf(address)` of both. */
export const balanceOfData = (owner: string): Hex => `0x70a08231${addressWord(owner)}`;

/** The same by its name, as TRON's nodes want it. */
export const balanceSignature = 'balanceOf(address)';

/** ERC-721's `ownerOf(uint256)`. */
export const ownerOfData = (tokenId: bigint | number): Hex => `0x6352211e${word(tokenId)}`;

/** ERC-20's `decimals()`. */
export const decimalsData: Hex = '0x313ce567';
