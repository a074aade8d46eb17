import { forgetNetworkTip } from '../../modules/network/network-tip.command.ts';
import { defineOperatorCommand, GRANTS } from '../command.ts';

export const networkCommands = [
  defineOperatorCommand({
    name: 'network forget',
    grant: GRANTS.admin,
    summary:
      'Forgets the tip of the chain that was believed last, when it was a lie and the true one is refused: the next one is believed within a minute.',
    flags: { reason: { hint: 'why, for the audit log', kind: 'text', required: true } },
    run: async ({ context, print, actor }, { reason }) => {
      await forgetNetworkTip(context, { actor, reason });
      print('The next tip is believed, whatever came before it.');
    },
  }),
];
