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
