import type { OperatorWithdrawal } from '@minerx/contract/operator/withdrawal';
import { Chip, type ChipProps } from '@minerx/ui/chip';
import styles from './withdrawal.module.css';

type Step = NonNullable<OperatorWithdrawal['next']>;
type Warning = OperatorWithdrawal['warnings'][number];
type Words = readonly [tone: ChipProps['tone'], words: string];

const STEPS: Readonly<Record<Step, Words>> = {
  approve: ['accent', 'To be decided'],
  second: ['accent', 'Second approval'],
  account: ['wait', 'Account is held'],
  held: ['wait', 'Account is held'],
  send: ['accent', 'To be sent by hand'],
  worker: ['plain', 'Worker sends it'],
  blocks: ['plain', 'Waits for blocks'],
  confirm: ['accent', 'To be confirmed by hand'],
  reconcile: ['danger', 'Find out what happened'],
};

const STATES: Readonly<Record<string, Words>> = {
  review: ['wait', 'Under review'],
  pending: ['wait', 'Under review'],
  approved: ['accent', 'Approved'],
  sent: ['accent', 'Sent'],
  confirmed: ['gain', 'Confirmed'],
  errored: ['danger', 'Outcome unknown'],
  cancelled: ['plain', 'Taken back'],
  rejected: ['plain', 'Rejected'],
};

const WARNINGS: Readonly<Record<Warning, Words>> = {
  frozen: ['danger', 'Account frozen'],
  reset: ['danger', 'Reset of access'],
  changed: ['wait', 'Password or PIN changed'],
  unsaved: ['danger', 'Address not saved'],
  new_address: ['wait', 'New address'],
  many_addresses: ['wait', 'Many addresses'],
};

const chipOf = (words: Words) => <Chip tone={words[0]}>{words[1]}</Chip>;

export function NextStep({ next, state }: { next: Step | null; state: string }) {
  return chipOf(next === null ? (STATES[state] ?? ['plain', state]) : STEPS[next]);
}

export function State({ state }: { state: string }) {
  return chipOf(STATES[state] ?? ['plain', state]);
}

export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return <span className={styles.none}>None</span>;
  return (
    <span className={styles.chips}>
      {warnings.map((warning) => (
        <Chip key={warning} tone={WARNINGS[warning][0]}>
          {WARNINGS[warning][1]}
        </Chip>
      ))}
    </span>
  );
}
