import type { OperatorDay } from '@minerx/contract/operator/settlement';
import { Chip, type ChipProps } from '@minerx/ui/chip';

const STATES: Readonly<Record<OperatorDay['state'], readonly [tone: ChipProps['tone'], words: string]>> = {
  waiting: ['wait', 'Not settled yet'],
  provisional: ['wait', 'Provisional'],
  settled: ['gain', 'Settled'],
  correcting: ['accent', 'Being corrected'],
};
const NEXT: Readonly<Record<NonNullable<OperatorDay['next']>, readonly [tone: ChipProps['tone'], words: string]>> = {
  agree: ['accent', 'Needs a second operator'],
  wait: ['plain', 'Settles by itself'],
  decide: ['accent', 'Decide without the pool'],
  look: ['danger', 'Formula far from payout'],
};

export function DayState({ state }: Pick<OperatorDay, 'state'>) {
  const [tone, words] = STATES[state];
  return <Chip tone={tone}>{words}</Chip>;
}

/** What somebody has to do about it. */
export function DayNext({ next }: Pick<OperatorDay, 'next'>) {
  if (next === null) return null;
  const [tone, words] = NEXT[next];
  return <Chip tone={tone}>{words}</Chip>;
}
