import { minuteOf } from '@minerx/rules/utc-time';
import { LONGEST_HOLD_HOURS } from '@minerx/rules/withdrawal-network';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { setWithdrawalAddressHold } from '../../modules/member/withdrawal-address/withdrawal-address.command.ts';
import { listWithdrawalAddresses } from '../../modules/member/withdrawal-address/withdrawal-address.query.ts';
import { defineOperatorCommand, GRANTS, EMAIL, OperatorProblem, REASON } from '../command.ts';
import { counted } from '../counted.ts';
import { factorLine } from '../people/factor-line.ts';
import { requireMember } from '../people/require-member.ts';

export const withdrawalCommands = [
  defineOperatorCommand({
    name: 'withdrawal addresses',
    grant: GRANTS.personal,
    summary: 'Where a member’s withdrawals go, from when on, and when password or PIN last changed.',
    flags: { email: EMAIL },
    run: async ({ context, print }, { email }) => {
      const member = await requireMember(context.pool, email);
      if (member.frozenAt !== null) print('the account is FROZEN');
      const changed = factorLine(member, context.expiryClock.now());
      if (changed !== null) print(changed);
      const addresses = await listWithdrawalAddresses(context.pool, member.id);
      for (const { walletId, network, address, savedAt, usableAt } of addresses) {
        print(`${walletById(walletId).name.padEnd(6)} ${networkLabel(network).padEnd(13)} ${address}`);
        print(`    saved ${minuteOf(savedAt)}, usable from ${minuteOf(usableAt)}`);
      }
      if (addresses.length === 0) print('No withdrawal address is saved.');
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal hold',
    grant: GRANTS.two,
    summary: 'Changes for how many hours a new or changed withdrawal address waits before it can be used.',
    flags: { hours: { hint: '24', kind: 'whole', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { hours, reason }) => {
      if (hours > LONGEST_HOLD_HOURS) throw new OperatorProblem(`--hours is at most ${LONGEST_HOLD_HOURS}`, 'hours');
      const before = await setWithdrawalAddressHold(context, { hours, actor, reason });
      print(`Addresses saved from now on wait ${counted(hours, 'hour')} (before: ${before}).`);
    },
  }),
];
