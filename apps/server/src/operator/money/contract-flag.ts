import { addressBytes } from '@minerx/rules/chain-spelling';
import { networkById, networkLabel, type NetworkId } from '@minerx/rules/network';
import type { Context } from '../../context.ts';
import { decimalsData } from '../../outside/chain/abi.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { OperatorProblem } from '../command.ts';

interface Typed {
  readonly contract: string | undefined;
  readonly decimals: number | undefined;
}

const MOST_DECIMALS = 36;

/** Where a coin lives on a network, as somebody typed it; where the chain is read here, its contract has to say the same. */
export const readContract = async (
  { outside }: Pick<Context, 'outside'>,
  network: NetworkId,
  { contract, decimals }: Typed,
): Promise<{ contract?: string; decimals?: number }> => {
  if ((contract === undefined) !== (decimals === undefined))
    throw new OperatorProblem('--contract and --decimals go together.');
  if (contract === undefined || decimals === undefined) return {};
  const address = addressBytes(network, contract);
  if (address === null)
    throw new OperatorProblem(`"${contract}" is no contract of ${networkLabel(network)}.`, 'contract');
  if (decimals > MOST_DECIMALS) throw new OperatorProblem(`--decimals is at most ${MOST_DECIMALS}.`, 'decimals');
  const chain = networkById(network).family === 'evm' ? outside.chains.get(network) : undefined;
  if (chain !== undefined) {
    const told = await chain.call({ to: address, data: decimalsData }).catch((error: unknown) => {
      if (!isOutsideFailure(error)) throw error;
      throw new OperatorProblem(`${networkLabel(network)} does not say what ${contract} is: ${error.message}`);
    });
    if (told === '0x' || BigInt(told) !== BigInt(decimals))
      throw new OperatorProblem(
        `${contract} on ${networkLabel(network)} ${told === '0x' ? 'is no token' : `has ${BigInt(told)} decimals`}.`,
      );
  }
  return { contract, decimals };
};
