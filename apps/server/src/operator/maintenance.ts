import { setMaintenance } from '../modules/system/maintenance.command.ts';
import { defineOperatorCommand, SHELL_ACTOR } from './command.ts';

const REASON = { hint: 'why, for the audit log', kind: 'text' } as const;

export const maintenanceCommands = [
  defineOperatorCommand({
    name: 'maintenance on',
    summary: 'Closes the app for members and tells them why; operators keep working.',
    flags: { title: { hint: 'title', kind: 'text' }, message: { hint: 'HTML', kind: 'text' }, reason: REASON },
    run: async ({ context, print }, { title, message, reason }) => {
      await setMaintenance(context, { on: true, title, message, actor: SHELL_ACTOR, reason: reason ?? 'maintenance' });
      print('Maintenance is on: members are told so.');
    },
  }),
  defineOperatorCommand({
    name: 'maintenance off',
    summary: 'Opens the app again.',
    flags: { reason: REASON },
    run: async ({ context, print }, { reason }) => {
      await setMaintenance(context, { on: false, actor: SHELL_ACTOR, reason: reason ?? 'maintenance is over' });
      print('Maintenance is off.');
    },
  }),
];
