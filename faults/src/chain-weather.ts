import type { FaultyChain, NodeFaults } from '../../simulators/src/chain/faulty-chain.ts';
import { mix, unit } from '../../simulators/src/program/noise.ts';

/** Three nodes of one chain: two are merely bad, and one lies. What two of three say is believed. */
export const NODES: readonly Partial<NodeFaults>[] = [
  { loseRequest: 0.005, loseAnswer: 0.01, twice: 0.1, refuse: 0.05, stale: 0.02 },
  { loseRequest: 0.005, loseAnswer: 0.01, twice: 0.1, refuse: 0.05, stale: 0.02 },
  { loseAnswer: 0.02, lie: 0.25 },
];
/** For a run that must go wrong: nobody else is asked. */
export const LIAR_ALONE: readonly Partial<NodeFaults>[] = [{ loseAnswer: 0.02, lie: 0.25 }];

let seed = 'weather';
let asked = 0;
/** From here on what happens is that of a seed; requests that pass each other still do so as they like. */
export const seedWeather = (given: string): void => {
  [seed, asked] = [given, 0];
};
const next = (): number => unit(mix(seed, (asked += 1)));
export const chance = (share: number): boolean => next() < share;
export const oneOf = (limit: number): number => Math.floor(next() * limit);

/** What a chain went through. */
export interface Weather {
  reorganisations: number;
  forgotten: number;
  standstills: number;
}
export const calm = (): Weather => ({ reorganisations: 0, forgotten: 0, standstills: 0 });

/**
 * What a bad day of a chain brings between two rounds.
 * @param exchanged how often blocks that the worker has looked at are exchanged for others
 * @param deepest so many at most
 */
export const disturb = ({ state }: FaultyChain, seen: Weather, exchanged = 0.15, deepest = 3): void => {
  if (chance(exchanged)) {
    seen.reorganisations += 1;
    state.reorganise(1 + oneOf(deepest), () => chance(0.8));
  }
  if (chance(0.05)) {
    seen.forgotten += 1;
    state.forget(() => chance(0.7));
  }
  if (chance(0.1)) {
    seen.standstills += 1;
    return;
  }
  for (let blocks = 1 + oneOf(4); blocks > 0; blocks -= 1) state.mine();
};

export const tellWeather = ({ reorganisations, forgotten, standstills }: Weather): string =>
  `${reorganisations} re-organisations, ${forgotten} times waiting transactions forgotten, ${standstills} standstills`;

export const tellCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
