import { LONGEST_HOLD_HOURS } from '@minerx/rules/withdrawal-network';
import { setAddressHold } from '../modules/member/address-hold.command.ts';
import { defineOperatorCommand, OperatorProblem, REASON, SHELL_ACTOR } from './command.ts';

export const withdrawalCommands = [
  defineOperatorCommand({
    name: 'withdrawal hold',
    summary: 'Changes for how many hours a new or changed withdrawal address waits before it can be used.',
    flags: { hours: { hint: '24', kind: 'whole', required: true }, reason: REASON },
    run: async ({ context, print }, { hours, reason }) => {
      if (hours > LONGEST_HOLD_HOURS) throw new OperatorProblem(`--hours is at most ${LONGEST_HOLD_HOURS}`);
      const before = await setAddressHold(context, { hours, actor: SHELL_ACTOR, reason });
      print(`Addresses saved from now on wait ${hours} hours (before: ${before}).`);
    },
  }),
];
