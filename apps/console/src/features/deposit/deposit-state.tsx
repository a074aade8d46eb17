import { Chip, type ChipProps } from '@minerx/ui/chip';

const STATES: Readonly<Record<string, readonly [tone: ChipProps['tone'], words: string]>> = {
  seen: ['wait', 'On the way'],
  kept: ['wait', 'Below the minimum'],
  credited: ['gain', 'Credited'],
  orphaned: ['plain', 'Gone from the chain'],
};

export function DepositState({ state }: { state: string }) {
  const [tone, words] = STATES[state] ?? ['plain', state];
  return <Chip tone={tone}>{words}</Chip>;
}

/** What becomes of it; nothing is to be done about any by hand. */
const NEXT: Readonly<Record<string, string>> = {
  seen: 'Credited when it is final',
  kept: 'Waits for more',
};

export const depositNext = (state: string): string => NEXT[state] ?? '–';
