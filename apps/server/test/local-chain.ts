import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { LOCAL_CHAIN_ID, startAnvil, type Anvil } from '../../../simulators/src/anvil.ts';
import { createEvmChain } from '../src/outside/chain/evm.ts';
import type { Chain, Hex, Receipt } from '../src/outside/chain/port.ts';

/** The first account that every anvil has, with coins of the chain. */
export const FAUCET: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** A chain of one test file: start one in `beforeAll`, and give it `stop()` in `afterAll`. */
export type LocalChain = Anvil & {
  /** The same chain through our adapter, as a network. */
  asNetwork(network: number, urls?: readonly string[]): Chain;
  /** Sends from one of anvil's own accounts, and gives the receipt. */
  send(transaction: { from?: Hex; to?: Hex; data?: Hex; value?: bigint }): Promise<Receipt>;
  /** Deploys a contract of `chain/artefacts` with its encoded arguments, and gives its address. */
  deploy(contract: 'Bep20Token' | 'Bep721Collection', args: Hex): Promise<Hex>;
  /** A BEP-20 dollar with 18 decimals, all of it the faucet's. */
  deployDollar(): Promise<Hex>;
  /** Sends tokens from the faucet. */
  sendTokens(token: Hex, to: Hex, amount: bigint): Promise<Receipt>;
  mine(blocks: number): Promise<void>;
  /** Takes the last blocks back and puts empty ones in their place. */
  reorganise(depth: number): Promise<void>;
};

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const addressWord = (address: Hex): string => address.slice(2).toLowerCase().padStart(64, '0');
const textWords = (text: string): string =>
  word(text.length) +
  Buffer.from(text)
    .toString('hex')
    .padEnd(Math.ceil(text.length / 32) * 64, '0');

/** Arguments of `Bep20Token`: name and symbol of at most 32 letters, who gets everything, how much. */
export const tokenArgs = (name: string, symbol: string, owner: Hex, supply: bigint): Hex =>
  `0x${word(128)}${word(192)}${addressWord(owner)}${word(supply)}${textWords(name)}${textWords(symbol)}`;

export const transferData = (to: Hex, amount: bigint): Hex => `0xa9059cbb${addressWord(to)}${word(amount)}`;

const ONE_TOKEN = 10n ** 18n;

export const startLocalChain = async (args: readonly string[] = []): Promise<LocalChain> => {
  const anvil = await startAnvil(0, args);
  const asNetwork = (network: number, urls: readonly string[] = [anvil.url]): Chain =>
    createEvmChain({ network, chainId: LOCAL_CHAIN_ID, simulated: true, urls, clock: Date });
  const reader = asNetwork(0);
  const send: LocalChain['send'] = async ({ from = FAUCET, value = 0n, ...rest }) => {
    const hash = await anvil.ask<Hex>('eth_sendTransaction', [{ from, value: `0x${value.toString(16)}`, ...rest }]);
    for (;;) {
      const receipt = await reader.receipt(hash);
      if (receipt !== null) return receipt;
      await pause(5);
    }
  };
  const deploy: LocalChain['deploy'] = async (contract, args) => {
    const file = new URL(`../../../chain/artefacts/${contract}.json`, import.meta.url);
    const { bytecode } = JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex };
    const { transactionHash } = await send({ data: `${bytecode}${args.slice(2)}` as Hex });
    const made = await anvil.ask<{ contractAddress: Hex }>('eth_getTransactionReceipt', [transactionHash]);
    return made.contractAddress;
  };
  return {
    ...anvil,
    asNetwork,
    send,
    deploy,
    deployDollar: () => deploy('Bep20Token', tokenArgs('Test dollar', 'USDT', FAUCET, 10n ** 9n * ONE_TOKEN)),
    sendTokens: (token, to, amount) => send({ to: token, data: transferData(to, amount) }),
    mine: async (blocks) => void (await anvil.ask('anvil_mine', [`0x${blocks.toString(16)}`])),
    reorganise: async (depth) => void (await anvil.ask('anvil_reorg', [depth, []])),
  };
};
