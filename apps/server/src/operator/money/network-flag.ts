import { findNetwork, NETWORKS, type Network, type NetworkId } from '@minerx/rules/network';
import { OperatorProblem } from '../command.ts';

/** A flag that names a network, of some or of all. */
export const networkFlag = (known: readonly Network[] = NETWORKS) =>
  ({ hint: known.map(({ label }) => label).join('|'), kind: 'text', required: true }) as const;

/** The network that a flag names. */
export const requireNetwork = (label: string, known: readonly Network[] = NETWORKS): NetworkId => {
  const network = findNetwork(label);
  if (network === null || !known.some(({ id }) => id === network.id))
    throw new OperatorProblem(
      `--network must be one of ${known.map((each) => each.label).join(', ')}, not "${label}"`,
      'network',
    );
  return network.id;
};
