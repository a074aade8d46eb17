import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { setTimeout as pause } from 'node:timers/promises';
import { LOCAL_CHAIN_ID, startAnvil, type Anvil } from '../../../../simulators/src/anvil.ts';
import { deployData, tokenArgs } from '../../src/demo/chain/demo-chain.ts';
import { createEvmChain } from '../../src/outside/chain/evm.ts';
import { transferData } from '../../src/outside/chain/abi.ts';
import type { Chain, Hex, Receipt } from '../../src/outside/chain/port.ts';

/** The first account that every anvil has, with coins of the chain. */
export const FAUCET: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** A chain of one test file: start one in `beforeAll`, and give it `stop()` in `afterAll`. */
export type LocalChain = Anvil & {
  /** The same chain through our adapter, as a network. */
  asNetwork(network: NetworkId, urls?: readonly string[]): Chain;
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

const ONE_TOKEN = 10n ** 18n;

export const startLocalChain = async (args: readonly string[] = []): Promise<LocalChain> => {
  const anvil = await startAnvil(0, args);
  const asNetwork = (network: NetworkId, urls: readonly string[] = [anvil.url]): Chain =>
    createEvmChain({ network, chainId: LOCAL_CHAIN_ID, simulated: true, urls, clock: Date });
  const reader = asNetwork(NETWORK.BEP20);
  const send: LocalChain['send'] = async ({ from = FAUCET, value = 0n, ...rest }) => {
    const hash = await anvil.ask<Hex>('eth_sendTransaction', [{ from, value: `0x${value.toString(16)}`, ...rest }]);
    for (;;) {
      const receipt = await reader.receipt(hash);
      if (receipt !== null) return receipt;
      await pause(5);
    }
  };
  const deploy: LocalChain['deploy'] = async (contract, args) => {
    const { transactionHash } = await send({ data: deployData(contract, args) });
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
