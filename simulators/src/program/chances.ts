import { mix, unit } from './noise.ts';

/** Faults of several nodes by name, each a chance in [0, 1] for one request. */
type Chances<F> = {
  /** Whether it happens to a request of this node. The same seed misbehaves in the same way. */
  happens(name: keyof F & string, node: number): boolean;
  /** Another behaviour for a node from now on. */
  set(node: number, faults: Partial<F>): void;
  /** How often each has happened. */
  counts: Record<string, number>;
  /** Grows with every question about a chance. */
  asked(): number;
};

/** Nodes that do nothing wrong but what is given for each. */
export const createChances = <F extends Record<string, number>>(
  seed: string,
  honest: F,
  nodes: readonly Partial<F>[],
): Chances<F> => {
  const faults = nodes.map((given): F => ({ ...honest, ...given }));
  const counts: Record<string, number> = {};
  let asked = 0;
  return {
    counts,
    asked: () => asked,
    set: (node, given) => void (faults[node] = { ...honest, ...given }),
    happens(name, node) {
      const happens = unit(mix(`${seed}:${name}:${node}`, (asked += 1))) < faults[node]![name]!;
      if (happens) counts[name] = (counts[name] ?? 0) + 1;
      return happens;
    },
  };
};
