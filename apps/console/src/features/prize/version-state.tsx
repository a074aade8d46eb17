import type { PrizeVersion } from '@minerx/contract/operator/offers/prize';
import { Chip, type ChipProps } from '@minerx/ui/chip';

const STATES: Readonly<Record<PrizeVersion['state'], readonly [tone: ChipProps['tone'], words: string]>> = {
  now: ['gain', 'Drawn from today'],
  next: ['accent', 'Committed to'],
  draft: ['wait', 'Draft'],
  over: ['plain', 'Over'],
};

export function VersionState({ state }: Pick<PrizeVersion, 'state'>) {
  return <Chip tone={STATES[state][0]}>{STATES[state][1]}</Chip>;
}

/** The stretches of days that it was committed to. */
export const daysOf = ({ days }: Pick<PrizeVersion, 'days'>): string =>
  days.map(({ from, to }) => (to === null ? `from ${from} on` : from === to ? from : `${from} to ${to}`)).join(', ');

/** A version by the first letters of its hash. */
export const nameOf = ({ id }: Pick<PrizeVersion, 'id'>): string => (id === 'draft' ? 'Draft' : id.slice(0, 12));
